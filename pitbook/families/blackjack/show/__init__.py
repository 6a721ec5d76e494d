"""Blackjack on paper: felt, posted rules, par sheets and charts."""

from pitbook.families.blackjack.show.felt import draw_felt as draw_felt
from pitbook.families.blackjack.show.felt import legends as legends
from pitbook.families.blackjack.show.postings import fees as fees
from pitbook.families.blackjack.show.postings import posted_rules as posted_rules
