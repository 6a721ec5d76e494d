"""A session at the table: bets, rounds, decisions, one after another, until the player leaves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pitbook.cards import card_names
from pitbook.cli.play.bets import BUY, DEAL, BetSlip, PlaceBets
from pitbook.cli.play.pages import (
    check_lines,
    odds_lines,
    pays_page,
    rules_page,
    shoe_page,
    summary_lines,
)
from pitbook.cli.play.prompts import (
    ADVICE,
    BACK,
    PAYS,
    QUIT,
    RULES,
    SHOE,
    NameAmount,
    PickCards,
    Prompt,
    keys_of,
)
from pitbook.cli.play.scene import (
    HandView,
    Scene,
    dealer_view,
    player_views,
    shared_views,
    shoe_words,
    spot_rows,
    table_facts,
)
from pitbook.cli.play.screen import Screen
from pitbook.cli.play.tally import FinishedRound, SessionTally
from pitbook.errors import BadInput
from pitbook.games.options_read import options_line
from pitbook.games.settle import Bet, bet_name
from pitbook.games.settlement import Settlement
from pitbook.money import Cents, dollars, format_cents
from pitbook.table.advice import advise
from pitbook.table.config import TableConfig, default_bet, first_bets
from pitbook.table.family import family_of
from pitbook.table.odds import TableOdds
from pitbook.table.reasons import reason
from pitbook.table.steps import DEALER, YES_NO, Ask, CardTo, Number, Place, Press, Settle, Step
from pitbook.table.table import Table
from pitbook.table.view import RoundView, TableView
from pitbook.table.words import in_order, settled_words, signed

NAMES: Final = ("Ana", "Ben", "Chi", "Dee", "Eli", "Fay")
A_CARD, A_TURN, A_PAY = 0.12, 0.5, 0.1
"""Seconds of pause after a card, after the dealer turns a card over, and after a payment."""
WORTH_SHOUTING: Final = 20
"""A win of at least this many times its bet gets a banner."""


class Leave(Exception):
    """The player leaves the table."""


@dataclass(frozen=True, slots=True)
class PlaySetup:
    """The settings of a session."""

    config: TableConfig
    chips: Cents
    others: int
    practice: str
    """Words for the heading that say it is practice; empty without a seed."""
    wagers: tuple[str, ...] = ()
    """Side bets that the player asked for: they lie on the table with the base wager."""


class PlaySession:
    """One player's session; automatic players have the other seats."""

    def __init__(
        self,
        setup: PlaySetup,
        table: Table,
        screen: Screen,
        odds: TableOdds,
        finished: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        self.setup, self.table, self.screen, self.odds = setup, table, screen, odds
        self.finished = finished
        """Promise, salt and order of every finished shoe, as published by the table; the journal adds to it."""
        self.config = setup.config
        self.family = family_of(setup.config.game)
        self.seat = setup.others // 2 + 1
        self.names = self._seated()
        self.tally = SessionTally(odds)
        self.slip = BetSlip.fresh(self.config, {})
        for bet in first_bets(self.config, setup.wagers):
            self.slip.put(bet_name(bet), bet.cents)
        self.bought = setup.chips
        self._promised = ""
        self._first_deal = True
        """Whether the first cards of the round are still being dealt."""
        self._meter: Cents | None = None
        self._notes: tuple[str, ...] = ()
        self._banner = ""
        self._asked = Place(0)

    def _seated(self) -> dict[int, str]:
        free = iter(NAMES)
        seats = range(1, self.setup.others + 2)
        names = {seat: "You" if seat == self.seat else next(free) for seat in seats}
        for seat, name in names.items():
            self.table.sit(seat, name, self.setup.chips)
        return names

    # -- from bets to bets ---------------------------------------------------------------------------------------------

    def play(self) -> None:
        """Round after round; :class:`Leave`, end of input and Ctrl-C end it."""
        while True:
            self._announce_shoe()
            self._take_bets()
            self._play_round()

    def _announce_shoe(self) -> None:
        """Shows the promise of a new shoe before bets on it."""
        promise = self.table.shoe.promise if self.table.shoe else ""
        if promise == self._promised:
            return
        first, self._promised = not self._promised, promise
        if first:
            words = "The cards are shuffled. This fingerprint of their order is fixed before you bet ([v] explains it):"
            self._notes = (self.config.game.about, words, promise)
        elif self.family.SHUFFLES_EACH_ROUND:
            self.screen.say(f"Fingerprint of the next cards: {promise}")
        else:
            self._notes = (
                "The shoe is finished: [v] shows how to check it. The fingerprint of the next shoe:",
                promise,
            )

    def _take_bets(self) -> None:
        refused = ""
        while True:
            prompt = PlaceBets(self.slip, self._stack)
            prompt.hint = refused
            answer = self._ask(prompt)
            refused = self._buy(answer) if answer.startswith(BUY) else self._place()
            if answer == DEAL and not refused:
                return
            self.screen.say(*filter(None, [refused]))

    def _buy(self, answer: str) -> str:
        """Buys chips; returns the error message, or ""."""
        chips = Cents(int(answer.split()[1]))
        try:
            self.table.buy(self.seat, chips)
        except BadInput as error:
            return str(error)
        self.bought = Cents(self.bought + chips)
        self.screen.say(f"You bought {format_cents(chips)} and have {format_cents(self._stack)}.")
        return ""

    @property
    def _last_shoe(self) -> Mapping[str, Any] | None:
        return self.finished[-1] if self.finished else None

    @property
    def _patience(self) -> float:
        """Seconds that the tally may wait for the odds: lines are printed once, a screen is drawn again."""
        return float("inf") if self.screen.is_plain else 0.0

    @property
    def _stack(self) -> Cents:
        return self.table.seats[self.seat].stack

    @property
    def _at_stake(self) -> Cents:
        """The player's chips that lie on the table in a round."""
        return self.table.at_stake(self.seat)

    def _place(self) -> str:
        """Places all bets or none; returns the error message, or ""."""
        placed: list[Bet] = []
        try:
            for bet in self.slip.placed:
                self.table.bet(self.seat, bet.wager, bet.cents, bet.spot, bet.choice)
                placed.append(bet)
        except BadInput as error:
            for bet in reversed(placed):
                self.table.bet(self.seat, bet.wager, Cents(0), bet.spot)
            return str(error)
        usual = {slug: default_bet(self.config, slug) for slug in self.config.offered}
        for seat in self.names:
            if seat != self.seat:
                if self.table.seats[seat].stack < self.setup.chips // 2:
                    self.table.buy(seat, self.setup.chips)
                for bet in BetSlip.fresh(self.config, usual).placed:
                    self.table.bet(seat, bet.wager, bet.cents, bet.spot, bet.choice)
        return ""

    # -- a round -------------------------------------------------------------------------------------------------------

    def _play_round(self) -> None:
        table = self.table
        bets = dict(table.seats[self.seat].bets)
        self._first_deal, self._notes, self._banner, self._meter = True, (), "", None
        self.screen.say(f"Round {table.rounds + 1}")
        table.close_betting()
        while (step := table.step) is not None:
            if isinstance(step, Ask):
                self._answer(step)
            else:
                self._do(step)
        self._settled(bets)

    def _do(self, step: Step) -> None:
        """Does a step that asks no player."""
        table, pause = self.table, 0.0
        match step:
            case CardTo():
                table.deal()
                pause = A_CARD if step.place.seat >= 0 else 0.0
                pause = A_TURN if step.place == DEALER and step.up and not self._first_deal else pause
            case Number():
                table.draw_number()
            case Press():
                hidden = self._hidden
                table.do()
                if self._hidden < hidden:
                    self._first_deal, pause = False, A_TURN
                if step.name == "coin-in" and table.jackpot is not None:
                    self._meter = table.jackpot.shown
            case Settle():
                table.do()
                pause = A_PAY if step.settlement.seat == self.seat else 0.0
        self._note_banner()
        self.screen.show(self.scene(), pause)

    @property
    def _seen(self) -> TableView:
        """The table as the player sees it; only this is shown."""
        return self.table.seen_by(self.seat)

    @property
    def _hidden(self) -> int:
        """The number of the dealer's cards that lie face down."""
        round_ = self._seen.round
        return round_.down if round_ is not None else 0

    def _note_banner(self) -> None:
        """Announces the biggest of the round's big wins."""
        own = [each.settlement for each in self.table.settled if each.settlement.seat == self.seat]
        big = [item for item in own if (item.net or 0) >= WORTH_SHOUTING * max(item.bet, dollars(1))]
        if big:
            self._banner = f"★ {settled_words(max(big, key=lambda item: item.net or 0))[0]} ★"

    def _answer(self, ask: Ask) -> None:
        """Answers a question: automatic players first, then the player."""
        table, round_ = self.table, self.table.round
        assert round_ is not None  # noqa: S101 (a question is asked in a round only)
        self._first_deal = False
        place = next((place for place in ask.open if place.seat != self.seat), None)
        if place is not None:
            answer = self.family.answer_for(round_.seen_by(place.seat), ask.seen_by(place.seat), place)
            table.decide(place.seat, answer, place.hand, ask.lowest(place, answer))
            self.screen.show(self.scene(), A_CARD)
            return
        self._asked = place = next(iter(ask.open))
        ask = ask.seen_by(self.seat)
        prompt = self._prompt(ask, place, round_.seen_by(self.seat))
        while True:
            answer, sum_ = self._ask(prompt, ask), None
            amount = next((choice.amount for choice in ask.choices[place] if choice.word == answer), None)
            if amount is not None:
                named = self._ask(NameAmount(answer, amount), ask)
                if named == BACK:
                    continue
                sum_ = Cents(int(named))
            try:
                table.decide(place.seat, answer, place.hand, sum_)
            except BadInput as error:
                prompt.hint = str(error)
                continue
            break
        self._asked, self._notes = Place(0), ()

    def _prompt(self, ask: Ask, place: Place, view: RoundView) -> Prompt:
        title, choices = self.family.question_words(view, ask, place), ask.choices[place]
        if ask.question.picks:
            cards = in_order(view.players[place.seat].dealt)
            return PickCards(title, cards, ask.question.picks, self.family.picks_of(self.config, cards), choices)
        prompt = Prompt(title, keys_of(choices))
        if len(choices) == 1:
            prompt.hint = "".join(ask.refusals.get(place, {}).values())
        return prompt

    def _ask(self, prompt: Prompt, ask: Ask | None = None) -> str:
        """The answer to a prompt; shows pages and advice on the way."""
        while True:
            answer = self.screen.ask(self.scene, prompt)
            if answer == RULES:
                self.screen.page(rules_page(self.config))
            elif answer == PAYS:
                self.screen.page(pays_page(self.config))
            elif answer == SHOE:
                self.screen.page(shoe_page(self._seen.shoe, self._last_shoe))
            elif answer == QUIT:
                self._leave()
            elif answer == ADVICE:
                self._notes = self._advice(ask)
            else:
                self._notes = ()
                return answer

    def _leave(self) -> None:
        if self.table.round is not None and not self.screen.is_plain:
            sure = Prompt("Leave in the middle of the round? Your bets stay on the table.", keys_of(YES_NO))
            if self.screen.ask(self.scene, sure) not in ("yes", QUIT):
                return
        raise Leave

    def _advice(self, ask: Ask | None) -> tuple[str, ...]:
        view = self._seen.round
        if ask is None or view is None:
            bets, meter = self.slip.bets, self.table.jackpot.shown if self.table.jackpot else None
            words = "Working out the odds…"
            return self.screen.work(
                self.scene(),
                words,
                lambda: tuple(odds_lines(self.config, self.odds, bets, meter, len(self.names))),
            )
        place, look = self._asked, self.screen.look
        words = "Comparing with every hand the dealer may have (slow only the first time)…"

        def advice() -> tuple[str, ...]:
            found = advise(view, ask, place, self.odds, look.card_words)
            return tuple(look.words(line) for line in (found.words, *found.figures))

        return self.screen.work(self.scene(), words, advice)

    def _settled(self, bets: Mapping[str, Bet]) -> None:
        """Counts the finished round and prints it for players who read lines."""
        view = self._seen.round
        assert view is not None  # noqa: S101 (it has just been played)
        settled = [each.settlement for each in self.table.settled if each.settlement.seat == self.seat]
        added = view.players[self.seat].added
        played = FinishedRound(bets, settled, added, self._meter, len(view.players))
        self.tally.add(played)
        scene = self.scene()
        self.screen.say_hands(scene)
        for each in self.table.settled:
            if each.settlement.seat == self.seat:
                why = reason(view, each.settlement, each.hand)
                name = self._name_of(each.settlement)
                self.screen.say(self.screen.look.words(f"{why}." if name in why else f"{name}: {why}."))
        self.screen.say(
            f"This round: {signed(played.net)}. Your chips: {format_cents(self._stack)}.",
            self.tally.words(self._patience),
        )

    def _name_of(self, item: Settlement) -> str:
        """The name of a wager on the felt; insurance is not among the game's wagers."""
        name = bet_name(Bet(item.wager, item.bet, item.spot))
        if name in self.slip.names:
            return self.slip.full_title(name)
        game = self.config.game
        return game.wager(item.wager).name if item.wager in game.wager_slugs() else item.wager.capitalize()

    # -- what the player sees ------------------------------------------------------------------------------------------

    def scene(self) -> Scene:
        """The table as the player sees it now."""
        table, config = self._seen, self.config
        rows = spot_rows(
            config,
            {name: self.slip.full_title(name) for name in self.slip.names},
            self.slip.bets,
            [each for each in table.settled if each.settlement.seat == self.seat],
            table.playing,
        )
        dealer, you, others = self._hands(table)
        shared = shared_views(table.round) if table.round is not None else ()
        return Scene(
            name=config.name,
            facts=table_facts(config, self.setup.practice),
            felt=self.family.felt_words(config),
            meter=table.meter,
            shoe=shoe_words(table.shoe),
            dealer=dealer,
            shared=shared,
            others=others,
            you=you,
            rows=rows,
            stack=self._stack,
            on_layout=self._at_stake,
            tally="" if self.screen.is_plain else self.tally.words(0.0),
            banner=self._banner,
            notes=self._notes,
        )

    def _hands(self, table: TableView) -> tuple[HandView, tuple[HandView, ...], tuple[HandView, ...]]:
        view = table.round
        if view is None:
            cards = table.shoe.cards if table.shoe else 0
            return HandView("Shoe", (), down=3, note=f"{cards} cards, sealed"), (), ()
        active = self._asked.hand if table.playing and self._asked.seat == self.seat else 0
        you = player_views(view, self.seat, "You", table.settled, active)
        others: list[HandView] = []
        for seat in view.players:
            if seat != self.seat:
                others.extend(player_views(view, seat, self.names[seat], table.settled))
        return dealer_view(view), you, tuple(others)

    def summary(self, log: str) -> list[str]:
        """The result of the session and how to check the cards."""
        lines = summary_lines(self.tally, self.bought, self._stack, self._at_stake, self._patience)
        lines.append(options_line(self.config.options_read("play")))
        if log:
            return [*lines, f"Every card and payment can be checked: pitbook replay {log}"]
        shoe = self.table.shoe
        if shoe is not None and self.table.position > self.config.burn:
            return [*lines, "", "# The last shoe", *check_lines(shoe.promise, shoe.salt, card_names(shoe.order))]
        if (shown := self._last_shoe) is not None:
            return [*lines, "", "# The last shoe", *check_lines(shown["promise"], shown["salt"], shown["order"])]
        return lines
