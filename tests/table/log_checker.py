"""Checks a table's record for events that must never occur, without using the table's own code."""

from collections import Counter
from collections.abc import Iterable

from pitbook.table.events import Event

_POINTS = {rank: min(place, 10) for place, rank in enumerate("A23456789TJQK", 1)}


def points(cards: Iterable[str]) -> int:
    """A blackjack total, an ace as 11 where that is no bust."""
    names = list(cards)
    hard = sum(_POINTS[name[0]] for name in names)
    return hard + 10 if any(name[0] == "A" for name in names) and hard <= 11 else hard


class LogChecker:
    """Reads events one by one; a forbidden event fails an assertion."""

    def __init__(self, game_base: str, decks: int, own_shoe: bool) -> None:
        self.base, self.decks, self.own_shoe = game_base, decks, own_shoe
        self.order: list[str] = []
        self.since_shuffle: Counter[str] = Counter()
        self.promises: dict[str, int] = {}
        self.bets_lie: set[tuple[int, str, int]] = set()
        self.fresh_round()

    def fresh_round(self) -> None:
        self.in_round: Counter[str] = Counter()
        self.first: dict[str, list[str]] = {}
        self.hands: dict[tuple[int, int], list[str]] = {}
        self.playing: list[int] = []
        self.steps: list[str] = []
        self.answers: list[tuple[str, str, str]] = []
        self.paid: set[tuple[int, str, int, int, int]] = set()
        self.base_done: Counter[int] = Counter()
        self.final = False

    def read(self, event: Event) -> None:
        data = event.data
        match event.kind:
            case "shuffled":
                assert not self.bets_lie or self.in_round, "a shoe is promised before anyone bets"
                self.order = data["secret"]["order"].split()
                self.since_shuffle = Counter()
            case "shuffle":
                self.since_shuffle = Counter(self.in_round)
            case "bet":
                self.bets_lie.add((data["seat"], data["wager"], data.get("spot", 0)))
            case "taken-back":
                self.bets_lie.remove((data["seat"], data["wager"], data.get("spot", 0)))
            case "betting-closed":
                if self.base == "pai gow poker":
                    self.since_shuffle = Counter()
                self.fresh_round()
                self.playing = data["seats"]
            case "round-over":
                self.bets_lie = set()
                self.fresh_round()
            case "card":
                self.card(data["to"], data["cards"].split())
            case "step":
                self.steps.append(data["name"])
            case "answer":
                self.answers.append((data["place"], data["to"], data["answer"]))
                self.split(data["place"], data["answer"])
            case "settled":
                self.settled(event)

    def card(self, place: str, cards: list[str]) -> None:
        assert not self.final, "no card after the first hand was compared"
        known = [card for card in cards if card != "??"]
        for counted in (self.in_round, self.since_shuffle):
            counted.update(known)
            for card in known:
                assert counted[card] <= (1 if card == "Jk" else self.decks), f"{card} came {counted[card]} times"
        if self.own_shoe:
            assert not Counter(known) - Counter(self.order), "every card comes from the promised shoe"
        self.first.setdefault(place.split(" hand")[0], []).extend(cards)
        if place.startswith("seat"):
            words = place.split()
            self.hands.setdefault((int(words[1]), int(words[3]) if len(words) > 2 else 1), []).extend(cards)

    def split(self, place: str, answer: str) -> None:
        """A split pushes the hands behind it on by one."""
        if answer != "split":
            return
        words = place.split()
        seat, hand = int(words[1]), int(words[3]) if len(words) > 2 else 1
        for other in sorted((key for key in self.hands if key[0] == seat and key[1] > hand), reverse=True):
            self.hands[seat, other[1] + 1] = self.hands.pop(other)
        one, two = self.hands[seat, hand]
        self.hands[seat, hand], self.hands[seat, hand + 1] = [one], [two]

    def settled(self, event: Event) -> None:
        data = event.data
        seat, wager, hand = data["seat"], data["wager"], data.get("hand", 1)
        key = (seat, wager, data.get("spot", 0), hand, data.get("envy_from", 0))
        assert key not in self.paid, f"{key} is settled twice"
        self.paid.add(key)
        assert data["net"] is None or data["net"] >= -data["bet"], "nobody loses more than the bet"
        if not data.get("envy_from") and wager not in ("insurance", "super-bonus") and hand == 1:
            assert (seat, wager, data.get("spot", 0)) in self.bets_lie, "only what was bet is settled"
        getattr(self, {"blackjack": "_blackjack", "pai gow poker": "_pai_gow"}.get(self.base, "_match"))(event)

    def _match(self, event: Event) -> None:
        assert len(self.first["dealer"]) == 5
        assert all(len(self.first[f"seat {seat}"]) == 2 for seat in self.playing)

    def _pai_gow(self, event: Event) -> None:
        assert len(self.first["dealer"]) == 7
        assert all(len(self.first[f"seat {seat}"]) == 7 for seat in self.playing)
        assert {place for place, to, _ in self.answers if to == "set"} == {f"seat {seat}" for seat in self.playing}
        assert not self.own_shoe or "dealer-hand" in self.steps

    def _blackjack(self, event: Event) -> None:
        data = event.data
        seat, wager, hand = data["seat"], data["wager"], data.get("hand", 1)
        assert all(len(self.first[f"seat {other}"]) >= 2 for other in self.playing)
        shown = [card for card in self.first["dealer"] if card != "??"]
        turned = "hole-card" in self.steps or len(self.first["dealer"]) > 2 or (not self.own_shoe and len(shown) > 1)
        if wager == "insurance":
            looked = "peek" in self.steps or any(to.startswith("blackjack under") for _, to, _ in self.answers)
            assert looked or len(shown) > 1
        elif wager == "base":
            cards = self.hands[seat, hand]
            given_up = any(
                answer in ("surrender", "yes") and place == f"seat {seat}"
                for place, to, answer in self.answers
                if to in ("play", "surrender")
            )
            if points(cards) <= 21 and not given_up:
                assert turned or len(shown) > 1, "a hand that stands waits for the dealer's"
                self.final = True
            self.base_done[seat] += 1
        elif wager in ("royal-match-progressive", "blazing-7s"):
            waited = data["outcome"] in ("royal_match", "double_royal_match", "double_royal_match_suited")
            assert self.base_done[seat] or (waited and shown[0][0] in "KQ" and (turned or len(shown) > 1))
        elif data["outcome"] in ("crown_treasure", "matching_royal_matches"):
            assert turned or len(shown) > 1
