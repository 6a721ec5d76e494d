"""How pai gow poker is played, for somebody who never played it; a game may replace what it settles otherwise."""

from pitbook.games.lesson import Lesson

LESSON = Lesson(
    name="Pai gow poker",
    aim="Make two poker hands of your seven cards and beat both hands of the dealer.",
    values=(
        "Hands rank as in poker; the low hand of two cards can only be a pair or high cards. The joker is an ace, "
        "or completes a straight or a flush."
    ),
    deal="You and the dealer get seven cards each, from one deck with a joker.",
    choices=(
        (
            "Set your hand",
            "choose two cards for the low hand; the other five are the high hand, which must rank higher",
        ),
        ("House way", "let the cards be set by the dealer's fixed rules"),
    ),
    results=(
        "If both your hands beat the dealer's two hands you win 1 to 1; if one does, your bet is returned; if "
        "none does, you lose. A tie goes to the dealer."
    ),
    special="",
    cards="Ad Ah Jk",
    drill=("/learn/pai-gow", "Practise setting hands"),
)
