"""Makes a game of a single wager: added to the base game that deals the cards it looks at, or dealt alone."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from pitbook import games
from pitbook.errors import BadInput
from pitbook.games.letter import Letter
from pitbook.games.model import Game, ProcedureStep, Source, Wager

SIDE_CARDS: Final[Mapping[str, Mapping[Source, int]]] = {
    "blackjack": {"player": 2, "dealer": 2},
    "pai-gow-poker": {"player": 7},
}
"""By base game, the number of cards of each hand that every round deals, so that a side bet can look at them."""
NOT_APPROVED: Final = Letter(subject="a custom wager, which no letter approves", maker="not stated", outside=True)
"""The letter of such a game: it has no approval."""


def game_of_wager(wager: Wager, decks: tuple[int, ...], joker: bool) -> Game:
    """The game in which a wager can be bet; the wager is the last of its wagers. No letter approves it."""
    usual = 6 if 6 in decks else decks[-1]
    settled = ProcedureStep(f"{wager.name} is settled by its pay table as soon as its cards are there.", wager.cite)
    base = _base_for(wager, joker)
    if base is None:
        return Game(
            slug=wager.slug,
            name=wager.name,
            base=wager.name.lower(),
            family="fixed_deal",
            about=wager.about,
            decks=decks,
            default_decks=usual,
            seats=7,
            wagers=(wager,),
            letter=NOT_APPROVED,
            procedure=(ProcedureStep("The cards that the wager looks at are dealt face up.", wager.cite), settled),
            joker=joker,
        )
    if wager.slug in base.wager_slugs():
        raise BadInput(f"{base.name} has a wager {wager.slug!r} already: give the function another name")
    return replace(
        base,
        slug=wager.slug,
        name=wager.name,
        about=wager.about,
        decks=decks if not joker else base.decks,
        default_decks=usual if not joker else base.default_decks,
        wagers=(*base.wagers, wager),
        letter=NOT_APPROVED,
        procedure=(*base.procedure, settled),
    )


def wager_of_game(game: Game) -> Wager:
    """The wager around which :func:`game_of_wager` made a game."""
    return game.wagers[-1]


def with_wager(game: Game, wager: Wager) -> Game:
    """The same game with that wager replaced."""
    return replace(game, wagers=(*game.wagers[:-1], wager))


def _base_for(wager: Wager, joker: bool) -> Game | None:
    """The base game that deals all cards of a wager in every round."""
    for slug, cards in SIDE_CARDS.items():
        base = games.game(slug)
        if base.joker == joker and all(
            group.size and group.start + group.size <= cards.get(group.source, 0) for group in wager.groups
        ):
            return base
    return None
