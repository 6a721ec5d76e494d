"""How Million Dollar Match The Dealer is played, for somebody who never played it."""

from pitbook.games.lesson import Lesson

LESSON = Lesson(
    name="Match the dealer",
    aim="Hold a card of the same rank as a card of the dealer's.",
    values="Only rank and suit count: an ace matches an ace, a king a king.",
    deal="Each of five bets is on one of the dealer's five cards. You get two cards and the dealer gets five.",
    choices=(("Bet", "on one to five of the dealer's cards; after that there is nothing to decide"),),
    results=(
        "A bet wins for each of your cards that has the rank of its dealer card, and pays more if the suit is the "
        "same too. A bet that neither card matches loses."
    ),
    special=(
        "With $5 or more on every spot you also play for the Super Bonus: a pair of yours and two or more dealer "
        "cards of its rank."
    ),
    cards="8d 8c 8s",
)
