"""Blackjack played card by card in plain Python, every bet settled by ``settle``: the reference for the kernels.

It shares with them the stream of random numbers and how a card is drawn with one, and the rulebook's settlement. The
allowed actions, the drawing rules and the counts are written here a second time, directly from the posted rules.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from pitbook.cards import ACE, SEVEN, Cards, parse_cards, rank
from pitbook.families.blackjack.rules.posted import BlackjackRules
from pitbook.games.settle import Bet, Layout, Seat, settle
from pitbook.money import Cents, Rounding, parse_rounding
from pitbook.pay import share_of
from pitbook.simulate.blocks import Totals
from pitbook.simulate.random import stream_of

WORD = (1 << 64) - 1
Chart = Mapping[str, Mapping[str, Mapping[str, str]]]
"""``hard``, ``soft`` and ``pairs`` -> row -> up card -> code."""


class NoCardsLeft(Exception):
    """All cards of the shoe have been dealt."""


class PlainShoe:
    """A shoe that is shuffled as it is dealt."""

    def __init__(self, decks: int, seed: int, cut: int) -> None:
        self.words = [int(word) for word in stream_of(seed, 0)]
        self.cards = [card for card in range(52) for _ in range(decks)]
        self.cut = cut
        self.place, self.end, self.start = cut + 1, len(self.cards), 0
        self.shuffles = 0

    def _word(self) -> int:
        a, b, c, d = self.words
        total = (a + d) & WORD
        found = ((total << 23 | total >> 41) + a) & WORD
        c ^= a
        d ^= b
        moved = b << 17 & WORD
        b ^= c
        a ^= d
        c ^= moved
        self.words = [a, b, c, (d << 45 | d >> 19) & WORD]
        return found

    def _below(self, size: int) -> int:
        while True:
            product = (self._word() >> 32) * size
            if product & 0xFFFFFFFF >= (1 << 32) % size:
                return product >> 32

    def begin_round(self) -> None:
        if self.place > self.cut or self.end < len(self.cards):
            self.shuffles += 1
            self.place, self.end, self.start = 0, len(self.cards), 0
            if self.cut:
                self.deal()
        self.start = self.place

    def deal(self) -> int:
        if self.place == self.end:
            if self.end == self.start or self.start == 0:
                raise NoCardsLeft
            self.place, self.end = 0, self.start
        other = self.place + self._below(self.end - self.place)
        self.cards[self.place], self.cards[other] = self.cards[other], self.cards[self.place]
        self.place += 1
        return self.cards[self.place - 1]

    @property
    def empty(self) -> bool:
        return self.place == self.end and (self.end == self.start or self.start == 0)


def value(card: int) -> int:
    return 11 if rank(card) == ACE else min(rank(card) + 2, 10)


def points(cards: Cards) -> tuple[int, bool]:
    """The best total, and whether an ace counts 11 in it."""
    total = sum(map(value, cards))
    high_aces = sum(rank(card) == ACE for card in cards)
    while total > 21 and high_aces:
        total -= 10
        high_aces -= 1
    return total, high_aces > 0


def is_natural(cards: Cards) -> bool:
    return len(cards) == 2 and points(cards)[0] == 21


NAMES = "23456789TTTTA"


def chart_code(chart: Chart, cards: Cards, up: int, by_total: bool = False) -> str:
    total, soft = points(cards)
    column = NAMES[rank(up)]
    if len(cards) == 2 and value(cards[0]) == value(cards[1]) and "pairs" in chart and not by_total:
        name = NAMES[rank(cards[0])]
        return chart["pairs"][f"{name},{name}"][column]
    if total == 21:
        return "S"
    if soft:
        return "H" if total == 12 else chart["soft"][f"A,{total - 11}"][column]
    return "H" if total == 4 else chart["hard"][str(total)][column]


@dataclass
class PlayedHand:
    cards: Cards
    stake: int = 1
    split_off: bool = False
    after_split: bool = False
    given_up: bool = False

    def ends_at_once(self, rules: BlackjackRules) -> bool:
        total = points(self.cards)[0]
        if len(self.cards) < 5 or total > 21:
            return False
        return rules.five_card == "charlie" or (rules.five_card != "none" and total == 21)

    def undecided(self, rules: BlackjackRules) -> bool:
        natural = is_natural(self.cards) and not self.after_split
        return points(self.cards)[0] <= 21 and not natural and not self.given_up and not self.ends_at_once(rules)


def action(hand: PlayedHand, hands: int, up: int, rules: BlackjackRules, chart: Chart) -> str:
    """The chart's action for a hand, among those that the posted rules allow."""
    cards = hand.cards
    total = points(cards)[0]
    if total >= 21 or hand.ends_at_once(rules):
        return "stand"
    two = len(cards) == 2
    alike = two and (
        rank(cards[0]) == rank(cards[1]) or (rules.pairs == "value" and value(cards[0]) == value(cards[1]))
    )
    most = rules.split_hands
    if alike and rank(cards[0]) == ACE and not rules.resplit_aces:
        most = min(2, most)
    may_split = alike and hands < most
    split_ace = hand.after_split and rank(cards[0]) == ACE
    code = chart_code(chart, cards, up)
    if split_ace and not rules.hit_split_aces:
        return "split" if may_split and code in ("P", "Rp") else "stand"
    for by_total in (False, True):
        code = chart_code(chart, cards, up, by_total)
        if code[0] == "R":
            if two and not hand.after_split and rules.surrender != "none":
                return "surrender"
            code = {"Rh": "H", "Rs": "S", "Rp": "P"}[code]
        if code != "P":
            break
        if may_split:
            return "split"
    if code in ("D", "Ds"):
        range_ok = {"any": True, "9-11": 9 <= total <= 11, "10-11": 10 <= total <= 11}[rules.double]
        if two and range_ok and (rules.das or not hand.after_split) and not split_ace:
            return "double"
        code = "H" if code == "D" else "S"
    return {"H": "hit", "S": "stand"}[code]


@dataclass
class Reference:
    """A table, with the totals of its rounds."""

    layout: Layout
    rules: BlackjackRules
    chart: Chart
    seats: int
    bets: Mapping[str, Cents]
    shoe: PlainShoe
    meter: Cents | None = None
    insures: bool = False
    lines: Counter[str] = field(default_factory=Counter)
    squares: Counter[str] = field(default_factory=Counter)
    sums: Counter[str] = field(default_factory=Counter)
    results: Counter[int] = field(default_factory=Counter)
    side_lines: dict[str, Counter[tuple[Any, ...]]] = field(default_factory=dict)
    side_squares: dict[str, Counter[tuple[Any, ...]]] = field(default_factory=dict)
    round_net: int = 0
    dealt_on: int = 0
    """Rounds in which the shoe ran out."""

    def play_round(self) -> None:
        shoe, rules = self.shoe, self.rules
        shoe.begin_round()
        seen = range(self.seats)
        firsts = [shoe.deal() for _ in seen]
        dealer = [shoe.deal()]
        pairs = [(firsts[seat], shoe.deal()) for seat in seen]
        if rules.hole_card == "peek":
            dealer.append(shoe.deal())
        up = dealer[0]
        thirds: list[int | None] = [None] * self.seats
        tables = []
        if is_natural(tuple(dealer)):
            for seat in seen:
                hand = PlayedHand(pairs[seat])
                hand.given_up = rules.surrender == "early" and action(hand, 1, up, rules, self.chart) == "surrender"
                tables.append([hand])
                sevens = [rank(card) for card in pairs[seat]] == [SEVEN, SEVEN]
                always = self.layout.options.get("third-seven") == "always dealt"
                if sevens and "blazing-7s" in self.bets and always and not hand.given_up:
                    thirds[seat] = shoe.deal()
        else:
            for seat in seen:
                hands, thirds[seat] = self.play_seat(pairs[seat], up)
                tables.append(hands)
        if rules.hole_card != "peek":
            dealer.append(shoe.deal())
        if any(hand.undecided(rules) for hands in tables for hand in hands):
            while self.dealer_draws(tuple(dealer)):
                dealer.append(shoe.deal())
        self.settle_base(tables, tuple(dealer))
        self.settle_sides(pairs, thirds, tuple(dealer[:2]))
        self.dealt_on += shoe.end < len(shoe.cards)
        if shoe.empty:
            raise NoCardsLeft

    def dealer_draws(self, dealer: Cards) -> bool:
        total, soft = points(dealer)
        return total < 17 or (total == 17 and soft and self.rules.soft17 == "hit")

    def play_seat(self, first_two: Cards, up: int) -> tuple[list[PlayedHand], int | None]:
        hands, waiting, drawn = [PlayedHand(first_two)], [], []

        def draw(hand: PlayedHand) -> None:
            drawn.append(self.shoe.deal())
            hand.cards = (*hand.cards, drawn[-1])

        playing: PlayedHand | None = hands[0]
        while playing is not None:
            does = action(playing, len(hands), up, self.rules, self.chart)
            if does == "split":
                other = PlayedHand(playing.cards[1:], split_off=True, after_split=True)
                playing.cards, playing.after_split = playing.cards[:1], True
                hands.append(other)
                waiting.append(other)
                draw(playing)
            elif does == "hit":
                draw(playing)
            else:
                if does == "double":
                    playing.stake = 2
                    draw(playing)
                playing.given_up = does == "surrender"
                playing = waiting.pop() if waiting else None
                if playing is not None:
                    draw(playing)
        return hands, drawn[0] if drawn else None

    def settle_base(self, tables: Sequence[Sequence[PlayedHand]], dealer: Cards) -> None:
        bet = self.bets["base"]
        met: Counter[str] = Counter()
        net = 0
        for hands in tables:
            nets = []
            for hand in hands:
                name, won = self.settle_hand(hand, dealer, bet)
                met[name] += 1
                nets.append(won)
                self.sums["base wagered"] += bet * hand.stake
                self.sums["base doubles"] += hand.stake > 1
            self.sums["base hands"] += len(hands)
            self.sums["base splits"] += len(hands) > 1
            self.results[sum(nets)] += 1
            net += sum(nets)
        self.lines.update(met)
        self.squares.update({name: times * times for name, times in met.items()})
        self.sums.update({"base net": net, "base net squares": net * net})
        self.round_net = net
        if self.insures and self.rules.insurance and rank(dealer[0]) == ACE and bet // 2:
            won = self.seats * bet // 2 * (2 if is_natural(dealer) else -1)
            self.sums.update(
                {
                    "insurance wagered": self.seats * (bet // 2),
                    "insurance net": won,
                    "insurance net squares": won * won,
                    "insurance won": self.seats * is_natural(dealer),
                    "insurance bets": self.seats,
                }
            )
            self.round_net += won

    def settle_hand(self, hand: PlayedHand, dealer: Cards, bet: Cents) -> tuple[str, int]:
        rules, natural = self.rules, is_natural(dealer)
        stake = Cents(bet * hand.stake)
        own_natural = is_natural(hand.cards) and not hand.after_split
        if hand.given_up and not (natural and rules.surrender == "late"):
            return "surrender", bet // 2 - bet
        if natural and rules.hole_card == "original-bets-only" and not own_natural:
            lost = 0 if hand.split_off else bet
            name = "returned" if not lost else "loss" if hand.stake == 1 else "loss of the original"
            return (f"doubled {name}" if hand.stake > 1 else name), -lost
        if hand.ends_at_once(rules) and not natural:
            house = self.layout.options["rounding"]
            rounding = Rounding() if house == "table" else parse_rounding(house)
            return "five_card", rounding.apply(stake * (rules.five_card_21_pays or Fraction(1)))
        cards = hand.cards
        if hand.after_split and is_natural(cards):
            cards = parse_cards("7c 7d 7h")  # 21 as any other (regulation 2.1)
        if hand.given_up:
            cards = parse_cards("Tc Td 9h")  # a dealer's blackjack took it
        plenty = replace(self.layout, decks=8)
        (paid,) = settle(plenty, [Seat(cards, (Bet("base", stake),))], dealer)
        assert paid.net is not None
        return (f"doubled {paid.outcome}" if hand.stake > 1 else paid.outcome), paid.net

    def settle_sides(self, pairs: Sequence[Cards], thirds: Sequence[int | None], dealer: Cards) -> None:
        bonus = tuple(Bet(slug, cents) for slug, cents in self.bets.items() if slug != "base")
        net = self.round_net
        if bonus:
            seats = [
                Seat(pair if third is None else (*pair, third), bonus)
                for pair, third in zip(pairs, thirds, strict=True)
            ]
            settled = settle(self.layout, seats, dealer)
            for bet in bonus:
                met: Counter[tuple[Any, ...]] = Counter()
                won = envy = 0
                for each in settled:
                    if each.wager != bet.wager:
                        continue
                    if each.envy_from:
                        envy += each.net or 0
                        continue
                    met[each.outcome, each.label, each.pays, each.net, each.share] += 1
                    won += each.net if each.net is not None else self.share(each.share) - bet.cents
                self.side_lines.setdefault(bet.wager, Counter()).update(met)
                squares = {line: times * times for line, times in met.items()}
                self.side_squares.setdefault(bet.wager, Counter()).update(squares)
                self.sums.update(
                    {
                        f"{bet.wager} net": won,
                        f"{bet.wager} net squares": won * won,
                        f"{bet.wager} envy": envy,
                        f"{bet.wager} envy squares": envy * envy,
                        f"{bet.wager} wagered": bet.cents * self.seats,
                    }
                )
                net += won + envy
        self.sums.update({"table net": net, "table net squares": net * net, "table rounds": 1})

    def share(self, share: Fraction | None) -> int:
        assert self.meter is not None
        assert share is not None
        return share_of(self.meter, share)

    def totals(self, simulation: Any) -> Totals:
        """The totals, in the rows of the simulation."""
        names = [line.name for line in simulation.base.lines]
        assert set(self.lines) <= set(names)
        assert set(self.results) <= set(simulation.result_nets)
        rows: dict[str, tuple[int, ...]] = {
            "base lines": tuple(self.lines[name] for name in names),
            "base line squares": tuple(self.squares[name] for name in names),
            "base results": tuple(self.results[net] for net in simulation.result_nets),
            "base envy": (0,),
            "base envy squares": (0,),
            "table shoes": (self.shoe.shuffles,),
        }
        for name in ("net", "net squares", "wagered", "hands", "doubles", "splits"):
            rows[f"base {name}"] = (self.sums[f"base {name}"],)
        for name in ("rounds", "net", "net squares"):
            rows[f"table {name}"] = (self.sums[f"table {name}"],)
        if self.insures and self.rules.insurance and self.bets["base"] > 1:
            won = self.sums["insurance won"]
            rows["insurance lines"] = (self.sums["insurance bets"] - won, won)
            for name in ("net", "net squares", "wagered"):
                rows[f"insurance {name}"] = (self.sums[f"insurance {name}"],)
        for side in simulation.sides:
            lines = [(each.outcome, each.label, each.pays, each.net, each.share) for each in side.priced.lines]
            assert set(self.side_lines[side.slug]) <= set(lines)
            rows[f"{side.slug} lines"] = tuple(self.side_lines[side.slug][line] for line in lines)
            rows[f"{side.slug} line squares"] = tuple(self.side_squares[side.slug][line] for line in lines)
            for name in ("net", "net squares", "wagered", "envy", "envy squares"):
                rows[f"{side.slug} {name}"] = (self.sums[f"{side.slug} {name}"],)
        return rows
