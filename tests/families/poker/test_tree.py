"""Games that a pay table pays: against every deal of a short deck, and against published figures."""

from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, permutations
from math import factorial, prod

import pytest

from pitbook.cards import JOKER, Cards, parse_cards, rank
from pitbook.errors import BadInput
from pitbook.families.poker.exact.methods import solve, solve_situation
from pitbook.families.poker.exact.problem import Problem, pose
from pitbook.families.poker.rules.compose import wager_of
from pitbook.pay import Odds, Push
from tests.families.poker.test_sweep import printed, rules_of

Known = tuple[int, ...]
"""The community cards by position, -1 where one is not known."""


Told = tuple[bool, ...]
"""For every card of a hint: whether its rank is one of those named."""


def play_out(problem: Problem, deck: Cards) -> tuple[int, Fraction]:
    """Every deal, by the player's cards and the board's in order: deals and the player's expectation."""
    rules = problem.rules
    wager = wager_of(rules, rules.first)
    start = rules.first.first

    @cache
    def per_unit(own: Cards, board: Cards) -> Fraction:
        line = problem.tables[rules.first.slug].best(wager.named(wager.rule(own, board)))
        match line and line.pay:
            case Odds() as odds:
                return odds.net
            case Push():
                return Fraction(0)
        return Fraction(-1)

    def boards(own: Cards, known: Known) -> list[Cards]:
        left = [card for card in deck if card not in own and card not in known]
        gaps = [at for at, card in enumerate(known) if card < 0]
        found = []
        for more in permutations(left, len(gaps)):
            whole = list(known)
            for at, card in zip(gaps, more, strict=True):
                whole[at] = card
            found.append(tuple(whole))
        return found

    def told(board: Cards) -> Told:
        """The player's knowledge of cards before they are turned over."""
        return tuple(rank(board[place - 1]) in ranks for place, ranks in problem.knowledge.board_hints)

    def see(board: Cards, number: int) -> Known:
        shown = {*range(rules.streets[number].board), *(place - 1 for place in problem.knowledge.board)}
        return tuple(card if at in shown else -1 for at, card in enumerate(board))

    def best(own: Cards, number: int, known: Known, hints: Told, stakes: int) -> Fraction:
        rest = [board for board in boards(own, known) if told(board) == hints]
        values = []
        for choice in rules.streets[number].choices:
            after = stakes + choice.adds
            if choice.folds:
                values.append(Fraction(-stakes * len(rest)))
            elif number + 1 == len(rules.streets):
                values.append(sum((after * per_unit(own, board) for board in rest), Fraction(0)))
            else:
                seen = {see(board, number + 1) for board in rest}
                values.append(sum((best(own, number + 1, each, hints, after) for each in seen), Fraction(0)))
        return max(values)

    total = Fraction(0)
    deals = 0
    for own in combinations(deck, rules.own):
        every = boards(own, (-1,) * rules.board)
        deals += len(every)
        at_first = {(see(board, 0), told(board)) for board in every}
        total += sum((best(own, 0, known, hints, start) for known, hints in at_first), Fraction(0))
    return deals, total / deals


@pytest.mark.parametrize(
    ("slug", "sees", "deck"),
    [
        ("let-it-ride", None, "As Ks Qs Js Ts Tc Td 9s 9c"),
        ("let-it-ride", "board:1", "As Ad Ks Qs Js Ts Tc Td 9s"),
        ("let-it-ride", "board:2", "As Ad Ks Qs Js Ts Tc Td 9s"),
        ("let-it-ride", "board:1~A", "As Ad Ac Ks Qs Js Ts Tc 9s"),
        ("let-it-ride", "board:1+board:2~TA", "As Ad Ks Qs Js Ts Tc Td 9s"),
        ("mississippi-stud", "board:2~6A", "As Js Jc 6s 6c 6d 5s"),
        ("mississippi-stud", "board:3+board:1~J6", "As Js Jc 6s 6c 5s 4s"),
        ("mississippi-stud", "board:all~J", "As Js Jc 6s 6c 5s 4s"),
        ("mississippi-stud", None, "As Ks 6s 6c 6d 5s 4s 3s"),
        ("mississippi-stud", "board:1", "As Js 6s 6c 6d 5s 4s"),
        ("mississippi-stud", "board:3", "As Js Jc 6s 6c 6d 5s"),
        ("mississippi-stud", "board:2+board:3", "As Js Jc 6s 6c 5s 4s"),
        ("big-raise-stud", None, "As Ks Qs Js Ts Tc 9s 6c 6d"),
        ("big-raise-stud", "board:2", "As Ks Qs Js Ts Tc 6c 6d"),
    ],
)
def test_the_tree_agrees_with_every_deal_of_a_short_deck(slug: str, sees: str | None, deck: str) -> None:
    """The reference distinguishes the player's cards from the board's; the solver need not."""
    rules = rules_of(slug)
    cards = tuple(sorted(parse_cards(deck)))
    problem = pose(rules, dead=tuple(card for card in range(JOKER) if card not in cards), sees=sees)
    found = solve(problem)
    deals, value = play_out(problem, cards)
    assert -found.house_edge == value
    # Cards that become known together are one deal in the solution and several here.
    shown = [
        0,
        *(len({*range(1, street.board + 1), *problem.knowledge.board}) for street in rules.streets),
        rules.board,
    ]
    assert deals == found.deals * prod(factorial(after - before) for before, after in pairwise(shown))


@pytest.mark.parametrize(
    ("table", "edge", "stake", "risk"),
    [
        ("A", "3.5057%", "1.223707", "2.8648%"),
        ("B", "3.4262%", "1.223707", "2.7998%"),
        ("C", "3.8380%", "1.222802", "3.1387%"),
    ],
)
def test_let_it_ride_has_the_figures_of_the_reference(table: str, edge: str, stake: str, risk: str) -> None:
    found = solve(pose(rules_of("let-it-ride"), {"bet": table}))
    assert found.deals == 51_979_200
    assert printed(found.house_edge, edge) == edge
    assert printed(found.average_stake, stake) == stake
    assert printed(found.element_of_risk, risk) == risk


def test_mississippi_stud_has_the_figures_of_the_reference() -> None:
    found = solve(pose(rules_of("mississippi-stud")))
    assert found.deals == 1_326 * 50 * 49 * 48
    assert printed(found.house_edge, "4.9149%") == "4.9149%"
    assert printed(found.average_stake, "3.4836") == "3.4836"
    shares = found.shares()["third-street"]
    assert {word: f"{float(share):.3%}" for word, share in shares.items()} == {
        "fold": "31.071%", "1x": "63.047%", "2x": "0.000%", "3x": "5.882%",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("slug", "hand", "board", "choice"),
    [
        ("let-it-ride", "Ts Td 3c", "", "ride"),
        ("let-it-ride", "9s 9d 3c", "", "pull"),
        ("let-it-ride", "3s 4s 5s", "", "ride"),
        ("let-it-ride", "2s 3s 4s", "", "pull"),
        ("let-it-ride", "2s 7s 9s", "Ks", "ride"),  # four to a flush
        ("mississippi-stud", "2s 2d", "", "3x"),
        ("mississippi-stud", "2s 7d", "", "fold"),
        ("mississippi-stud", "5s 6s", "", "1x"),
        ("mississippi-stud", "6s 6d", "2c", "3x"),
        ("big-raise-stud", "6s 6d 2c", "", "4x"),
        ("big-raise-stud", "5s 5d Ac", "", "1x"),
        ("big-raise-stud", "5s 6s 7s", "", "4x"),
        ("big-raise-stud", "5s 6s 8s", "", "1x"),
        ("big-raise-stud", "As Kd 2c", "", "1x"),
        ("big-raise-stud", "As 9d 5c", "", "fold"),
    ],
)
def test_tree_gives_the_published_strategy(slug: str, hand: str, board: str, choice: str) -> None:
    assert solve_situation(pose(rules_of(slug)), parse_cards(hand), parse_cards(board)).best == choice


def test_a_wrong_number_of_community_cards_is_refused() -> None:
    problem = pose(rules_of("let-it-ride"))
    with pytest.raises(BadInput, match="decisions of let-it-ride are made with 0 and 1 community cards known, not 2"):
        solve_situation(problem, parse_cards("Ts Td 3c"), parse_cards("4c 5c"))
    with pytest.raises(BadInput, match="leave out --dealer"):
        solve_situation(problem, parse_cards("Ts Td 3c"), dealer=parse_cards("4c"))
