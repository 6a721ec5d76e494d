"""The configuration of a table, checked against its letter before it opens."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final, Literal, get_args

from pitbook import games
from pitbook.cards import JOKER, Cards
from pitbook.errors import BadInput, NotApproved, quoted
from pitbook.games.house_rules import check_same
from pitbook.games.meter_wins import is_posted_prize, printed_seed
from pitbook.games.model import Game, Use, Wager, listed
from pitbook.games.options_read import values_read_at
from pitbook.games.package import package_hash
from pitbook.games.settle import Bet, Layout, lay_out
from pitbook.games.shown import shown
from pitbook.meter import MeterTerms
from pitbook.money import MICROS_PER_CENT, Cents, Micros, dollars, format_cents
from pitbook.pay import Odds
from pitbook.table.events import fault_of
from pitbook.table.family import HouseRules, family_of
from pitbook.table.jackpot import Jackpot, PlayMeter, PostedPrize

Source = Literal["shoe", "entered"]
"""The source of cards: the table's own (virtual) shoe, or physical cards that the dealer enters."""

BASE_LIMITS: Final = (dollars(5), dollars(300))
SIDE_LIMITS: Final = (dollars(1), dollars(100))
PRIZE: Final = dollars(10_000)
"""The default seed of a jackpot whose letter prints none."""
OPENING_KEYS: Final = ("configuration", "first_round", "controller_only", "packages")
"""Keys of a table's record that belong to one opening, not to the property's file."""
PLAY_CONTRIBUTION: Final = Fraction(25, 100)
PLAY_RESERVE: Final = Fraction(2, 100)


@dataclass(frozen=True, slots=True)
class Limits:
    """The lowest and the highest bet."""

    low: Cents
    high: Cents

    def __str__(self) -> str:
        return (
            format_cents(self.low)
            if self.low == self.high
            else f"{format_cents(self.low)} to {format_cents(self.high)}"
        )


@dataclass(frozen=True, slots=True)
class TableConfig:
    """The configuration of a table; it never changes while the table is open."""

    layout: Layout
    seats: int
    offered: tuple[str, ...]
    """The wagers that may be bet, base wager included."""
    limits: Mapping[str, Limits]
    rules: HouseRules | None = None
    """The house's rules of the base game; None if all of them are options of the game."""
    source: Source = "shoe"
    penetration: Fraction = Fraction(3, 4)
    """The position of the cut card, as a share of the shoe: the shoe is shuffled after the round in which it comes."""
    burn: int = 1
    aggregate: Mapping[str, Cents] = field(default_factory=dict)
    """The aggregate limits by wager: the most that one deal pays to all seats together."""
    prize: Cents = PRIZE
    """The starting amount of the jackpot: the meter's seed, or the posted prize."""
    configuration: str = ""
    """The hash of the property's configuration that the table was opened from; empty without one."""
    first_round: int = 1
    """The number of the first round of this opening: a table of the room continues its numbers across openings."""
    controller_only: bool = False
    """Opened for its controller alone: the table keeps no seats, bets or cards."""
    packages: Mapping[str, str] | None = field(default=None, compare=False)
    """By game, the hash of the approved package that the table was opened with, from its record; empty if the record's
    version had none. None for a new table, which uses the packages of this program."""
    progressive: str = field(init=False, repr=False, compare=False)
    """The offered wager that pays from a jackpot; empty without one."""

    raises: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """The offered wagers that are bet during the round."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "raises", tuple(slug for slug in self.offered if self.game.wager(slug).in_round))
        found = next((slug for slug in self.offered if self.layout.pays_from_meter(slug)), "")
        object.__setattr__(self, "progressive", found)

    @property
    def game(self) -> Game:
        return self.layout.game

    @property
    def name(self) -> str:
        """The name of the table's game, which the pay table may change (letter 000, names under -E and -F)."""
        named = [table.game_name for tables in self.layout.tables.values() for table in tables if table.game_name]
        return named[0] if named else self.game.name

    @property
    def pack(self) -> Cards:
        """Every card of a full shoe."""
        cards = tuple(card for card in range(JOKER) for _ in range(self.layout.decks))
        return (*cards, JOKER) if self.game.joker else cards

    def wagers(self) -> list[Wager]:
        return [self.game.wager(slug) for slug in self.offered]

    def separate_games(self, above: Cents = Cents(0)) -> list[str]:
        """The separate games on one hand, as the regulation counts them, each named by its first wager; with ``above``,
        only those with larger bets than that."""
        large = (slug for slug in self.offered if self.limits[slug].high > above)
        return list(dict.fromkeys(map(self.game.separate_game, large)))

    @property
    def fixed_pays_from_meter(self) -> bool:
        """Whether the meter also pays the progressive's fixed pays (letter 003, Blazing 7's rule 13b)."""
        source = self.game.wager(self.progressive).fixed_pays if self.progressive else None
        return source is not None and self.layout.options[source.name] == "meter"

    def options_read(self, use: Use) -> dict[str, str]:
        """The options that can change a result of this table, with their values; a posted rule replaces an option."""
        return values_read_at(self.layout, self.offered, use, self.rules.items() if self.rules else {})

    def jackpot(self) -> Jackpot | None:
        """A jackpot for play money; None if no wager pays from one."""
        if not self.progressive:
            return None
        if is_posted_prize(self.layout.options):
            return PostedPrize(self.prize)
        return PlayMeter.fresh(MeterTerms(Micros(self.prize * MICROS_PER_CENT), PLAY_CONTRIBUTION, PLAY_RESERVE))

    def to_dict(self) -> dict[str, Any]:
        """The whole configuration, for the record; :meth:`from_dict` reads it."""
        game, *extra = games.parts_of(self.game.slug)
        packages = {slug: package_hash(slug) for slug in (game, *extra)} if self.packages is None else self.packages
        return {
            "game": game,
            "extra_games": extra,
            "base_game": games.base_slug(self.game),
            "packages": dict(packages),
            "name": self.name,
            "decks": self.layout.decks,
            "pay_tables": {slug: tables[0].id for slug, tables in self.layout.tables.items()},
            "options": dict(self.layout.options),
            "rules": self.rules.items() if self.rules else {},
            "seats": self.seats,
            "offered": list(self.offered),
            "limits": {slug: [limits.low, limits.high] for slug, limits in self.limits.items()},
            "source": self.source,
            "penetration": str(self.penetration),
            "burn": self.burn,
            "aggregate": dict(self.aggregate),
            "prize": self.prize,
        } | self._opening()

    def _opening(self) -> dict[str, Any]:
        """The keys of :data:`OPENING_KEYS` that differ from their defaults."""
        opening = {
            "configuration": self.configuration,
            "first_round": self.first_round if self.first_round != 1 else None,
            "controller_only": self.controller_only,
        }
        return {key: value for key, value in opening.items() if value}

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> "TableConfig":
        """The configuration from a record, with the same checks as a new one."""
        try:
            config = configure(
                games.game(games.joined(record["game"], *record["extra_games"])),
                decks=int(record["decks"]),
                tables=dict(record["pay_tables"]),
                options=dict(record["options"]),
                rules={name: value for name, value in record["rules"].items() if name != "decks"},
                seats=int(record["seats"]),
                offered=tuple(record["offered"]),
                limits={
                    slug: Limits(Cents(int(low)), Cents(int(high))) for slug, (low, high) in record["limits"].items()
                },
                source=record["source"],
                penetration=_recorded_penetration(record["penetration"]),
                burn=int(record["burn"]),
                aggregate={slug: Cents(int(cents)) for slug, cents in record["aggregate"].items()},
                prize=Cents(int(record["prize"])),
            )
            if record["base_game"] != games.base_slug(config.game):
                raise BadInput(f"the table's record is damaged: {quoted(record['base_game'])} is not its base game")
            return replace(
                config,
                configuration=str(record.get("configuration", "")),
                first_round=_recorded_first_round(record.get("first_round", 1)),
                controller_only=record.get("controller_only", False) is True,
                packages=dict(record["packages"]),
            )
        except (KeyError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
            if isinstance(error, BadInput):
                raise
            raise BadInput(f"the table's record is damaged: {fault_of(error)}") from None


def configure(
    game: Game,
    *,
    decks: int | None = None,
    tables: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
    rules: Mapping[str, str] | None = None,
    seats: int | None = None,
    offered: Sequence[str] | None = None,
    limits: Mapping[str, Limits] | None = None,
    source: Source = "shoe",
    penetration: Fraction = Fraction(3, 4),
    burn: int | None = None,
    aggregate: Mapping[str, Cents] | None = None,
    prize: Cents | None = None,
) -> TableConfig:
    """Configures a table; parameters default to the game's. Refuses settings that its letter does not approve."""
    layout = lay_out(game, decks, tables, options)
    check_same(options or {}, rules or {})
    layout, posted = family_of(game).post_rules(layout, rules or {})
    count = game.seats if seats is None else seats
    if not 1 <= count <= game.seats:
        raise NotApproved(f"{game.slug} is played by 1 to {game.seats} seats, not {count} ({game.letter.citation})")
    if source not in get_args(Source):
        raise BadInput(f"cards come from {quoted(source)}: allowed are {listed(get_args(Source))}")
    if not 0 < penetration <= 1:
        raise BadInput(f"the cut card is at {penetration} of the shoe: give a penetration above 0 and at most 100%")
    chosen = _offered(layout, offered)
    _check_names(game, chosen, "limits", limits or {})
    _check_names(game, chosen, "an aggregate limit", aggregate or {})
    config = TableConfig(
        layout,
        count,
        chosen,
        _all_limits(game, chosen, limits or {}),
        posted,
        source,
        penetration,
        family_of(game).BURN if burn is None else burn,
        dict(aggregate or {}),
        PRIZE,
    )
    config = replace(config, limits=_with_raises(config, limits or {}))
    if prize is None and config.progressive:
        prize = printed_seed(game, config.progressive, layout.decks)
    config = replace(config, prize=PRIZE if prize is None else prize)
    if config.prize <= 0:
        raise BadInput(f"the jackpot starts at {format_cents(config.prize)}: give an amount above zero")
    _check_aggregate(config)
    if seats is None:
        fitting = (replace(config, seats=fewer) for fewer in range(count, 1, -1))
        config = next((smaller for smaller in fitting if has_room(smaller)), config)
    _check_room(config)
    return config


def can_deal(slug: str, wager: str = "") -> bool:
    """Whether tables deal a game and, with its usual wagers or others that its folder names, offer this one."""
    chosen = games.game(slug)
    offers = (configure(chosen, offered=offered).offered for offered in (None, *shown(chosen).play.values()))
    return any(not wager or wager in offered for offered in offers)


def _offered(layout: Layout, offered: Sequence[str] | None) -> tuple[str, ...]:
    """The offered wagers in the letter's order; by default all that may be offered together."""
    game = layout.game
    taken: dict[str, str] = {}
    found: list[str] = []
    if offered is not None:
        for slug in offered:
            game.wager(slug)
    for wager in game.wagers:
        # A raise is offered together with the wager that it is a multiple of.
        left_out = offered is not None and wager.slug not in offered and not wager.raises
        if wager.components or wager.requires_all_of or left_out:
            continue
        if wager.house_table is None and (wager.paid_as or wager.slug) not in layout.tables:
            if offered is not None:
                game.default_table(wager, layout.decks)  # refuses, and names the decks that have one
            continue
        other = taken.setdefault(wager.exclusive_group, wager.slug) if wager.exclusive_group else wager.slug
        if other != wager.slug:
            if offered is not None:
                raise NotApproved(
                    f"{wager.slug} and {other} are never offered together: "
                    f"one {wager.exclusive_group} a table ({wager.cite})"
                )
            continue
        meter = next((each for each in found if layout.pays_from_meter(each)), "")
        if not layout.pays_from_meter(wager.slug):
            meter = ""
        if meter and offered is not None:
            raise NotApproved(
                f"{wager.slug} and {meter} are both paid from a meter: a table has one meter, so offer one of them"
            )
        if not meter:
            found.append(wager.slug)
    missing = [slug for slug in game.required if slug not in found]
    if missing:
        raise NotApproved(
            f"a table of {game.slug} offers its {missing[0]} wager: the others are optional ({game.letter.citation})"
        )
    if not found:
        raise BadInput(f"a table offers at least one wager of {game.slug}: it has {listed(game.wager_slugs())}")
    return tuple(found)


def _all_limits(game: Game, offered: Sequence[str], given: Mapping[str, Limits]) -> dict[str, Limits]:
    """The limits of each wager; a wager that must equal another has the other's limits."""
    found = {slug: _limits(game.wager(slug), given.get(slug)) for slug in offered}
    for slug in offered:
        same = game.wager(slug).equals
        if same in found:
            if given.get(slug, found[same]) != found[same]:
                raise BadInput(f"{slug} is {found[same]} at this table, not {given[slug]}: it equals {same}")
            found[slug] = found[same]
    return found


def _limits(wager: Wager, given: Limits | None) -> Limits:
    low, high = BASE_LIMITS if wager.is_required or wager.spots else SIDE_LIMITS
    lowest, highest = wager.lowest, wager.highest
    units = wager.units or 1
    if given is None:
        low = Cents(low * units)
        low, high = max(low, lowest or low), min(high, highest or high)
        # One fixed amount for all players (letter 002, Jackpot rule 1).
        return Limits(low, low if wager.same_for_all else max(low, high))
    if not 0 < given.low <= given.high:
        raise BadInput(
            f"{wager.slug}: limits of {given} are not possible: the lowest bet is above 0 and not above the highest"
        )
    wager.check_bet(given.low)
    wager.check_bet(given.high)
    if given.low % units or given.high % units:
        raise BadInput(f"{wager.slug} is {units} equal bets: give limits that {units} divides, not {given}")
    if wager.same_for_all and given.low != given.high:
        raise NotApproved(f"{wager.slug} is one fixed amount for all players, not {given} ({wager.cite})")
    return given


def _with_raises(config: TableConfig, given: Mapping[str, Limits]) -> dict[str, Limits]:
    """Adds limits for raises, unless they are given: as high as the largest bet may be raised. So the regulation's
    ceiling on one wager (WAC 230-15-140) applies to the raise."""
    found = dict(config.limits)
    first = [slug for slug in config.game.required if slug in found]
    most = family_of(config.game).most_staked(config, {slug: Bet(slug, found[slug].high) for slug in first})
    for wager in config.wagers():
        if wager.in_round and wager.slug not in given and first and wager.slug in most:
            found[wager.slug] = Limits(min(found[slug].low for slug in first), most[wager.slug])
    return found


def _check_names(game: Game, offered: Sequence[str], what: str, given: Mapping[str, object]) -> None:
    for slug in given:
        game.wager(slug)
        if slug not in offered:
            raise BadInput(f"{what} for {slug}, which this table does not offer: it offers {listed(offered)}")


def _check_aggregate(config: TableConfig) -> None:
    """Refuses a limit below 50 times the highest wager, or for odds below 50 to 1 (WAC 230-15-490)."""
    for slug, limit in config.aggregate.items():
        wager = config.game.wager(slug)
        tables = config.layout.tables.get(wager.paid_as or slug, ())
        odds = [line.pay.net for table in tables for line in table.lines if isinstance(line.pay, Odds)]
        highest = max(odds, default=Fraction(0))
        if highest < 50:
            raise NotApproved(f"{slug} pays less than 50 to 1 and may have no aggregate limit (WAC 230-15-490)")
        least = config.limits[slug].high * min(highest, Fraction(50))
        if limit < least:
            raise NotApproved(
                f"{slug}: an aggregate limit of {format_cents(limit)} is too low: with bets up to "
                f"{format_cents(config.limits[slug].high)} it is at least {format_cents(int(least))} (WAC 230-15-490)"
            )


def _check_room(config: TableConfig) -> None:
    """Refuses a shoe that one round could empty."""
    if not 0 <= config.burn <= 10:
        raise BadInput(f"{config.burn} burn cards: give 0 to 10")
    family_of(config.game).check(config)
    if not has_room(config):
        decks = "1 deck holds" if config.layout.decks == 1 else f"{config.layout.decks} decks hold"
        raise BadInput(
            f"{config.seats} seats may need {most_cards(config)} cards in a round, but {decks} {len(config.pack)}: "
            "open fewer seats"
        )


def has_room(config: TableConfig) -> bool:
    """Whether the shoe has enough cards for any round."""
    return most_cards(config) + config.burn <= len(config.pack)


def most_cards(config: TableConfig) -> int:
    """The most cards that a round can take, or a number that rounds practically never exceed."""
    return family_of(config.game).most_cards(config)


def _recorded_penetration(text: str) -> Fraction:
    """Parses ``3/4`` from a record. The length is limited, because ``1e999999999`` would be a fraction too."""
    if not re.fullmatch(r"\d{1,9}(/\d{1,9})?", text, re.ASCII):
        raise BadInput(f"the table's record is damaged: {quoted(text)} is not the penetration of a cut card")
    return Fraction(text)


def _recorded_first_round(number: object) -> int:
    if not isinstance(number, int) or isinstance(number, bool) or number < 1:
        raise BadInput(f"the table's record is damaged: {quoted(number)} is not the number of a first round")
    return number


def parse_penetration(text: str) -> Fraction:
    """Parses ``75%`` or ``0.75``."""
    found = re.fullmatch(r"\s*(\d{1,3}(?:\.\d{1,4})?)\s*(%?)\s*", text, re.ASCII)
    penetration = Fraction(found[1]) / (100 if found[2] else 1) if found else Fraction(0)
    if not 0 < penetration <= 1:
        raise BadInput(f"penetration {quoted(text)} is not a share of a shoe above 0: write 75% or 0.75")
    return penetration


def default_bet(config: TableConfig, slug: str) -> Cents:
    """The default bet: $10 on the base game, or on each of its equal bets; $5 on other wagers; within the limits."""
    limits = config.limits[slug]
    usual = Cents(dollars(10 if slug in config.game.required else 5) * (config.game.wager(slug).units or 1))
    return min(max(usual, limits.low), limits.high)


def first_bets(config: TableConfig, wagers: Sequence[str] = ()) -> list[Bet]:
    """A newcomer's bets: the wagers that a round needs, or one spot if the game is all spots; and ``wagers``."""
    spots = [wager.slug for wager in config.wagers() if wager.spots] or [config.wagers()[0].slug]
    first = config.game.required or spots[:1]
    found = [wager for wager in config.wagers() if wager.slug in first or wager.slug in wagers]
    return [Bet(wager.slug, default_bet(config, wager.slug), 1 if wager.spots else 0) for wager in found]
