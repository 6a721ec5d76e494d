"""Pai gow poker on paper: felt, posted rules and par sheets."""

from pitbook.families.pai_gow.show.felt import draw_felt as draw_felt
from pitbook.families.pai_gow.show.felt import legends as legends
from pitbook.families.pai_gow.show.postings import fees as fees
from pitbook.families.pai_gow.show.postings import posted_rules as posted_rules
