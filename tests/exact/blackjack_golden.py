"""Figures printed by other programs, to all digits."""

from typing import Final

A: Final = "E. Farmer's blackjack analyser 7.6 (C++): strategy CDZ-, and its evaluation of the same chart"
V: Final = "the same program, with the rule that it does not know put in"
"""Sources."""

EXPECTATIONS: Final = (
    # Rules that differ from the standard ones, composition-dependent, total-dependent, source.
    ("decks=1", -8.7347328803e-05, -0.000447796740327, A),
    ("decks=1 soft17=stand", 0.001819343061484, 0.001432632233426, A),
    ("decks=2", -0.003804450754709, -0.003915933851169, A),
    ("decks=2 soft17=stand", -0.001788599055327, -0.001924996474916, A),
    ("decks=4", -0.005571941464469, -0.005617327848462, A),
    ("decks=4 soft17=stand", -0.003474888216625, -0.003530107589338, A),
    ("decks=5", -0.00592084312112, -0.005955526895884, A),
    ("decks=5 soft17=stand", -0.003807005605391, -0.003847260590628, A),
    ("", -0.006153891229248, -0.006181488083895, A),
    ("soft17=stand", -0.004028702361154, -0.004059224176988, A),
    ("decks=8", -0.006445538519195, -0.006464501070274, A),
    ("decks=8 soft17=stand", -0.004305806289704, -0.004324777257948, A),
    ("decks=1 das=no", -0.001521391460817, -0.0018847600081, A),
    ("decks=1 double=9-11", -0.001642991175684, -0.001999656698598, A),
    ("decks=1 double=10-11", -0.003107570148119, -0.003465497156827, A),
    ("decks=1 split-hands=1", -0.005222905908178, -0.005582589249462, A),
    ("decks=1 split-hands=2", -0.000374835392756, -0.000735465847939, A),
    ("decks=1 split-hands=3", -0.000102368889477, -0.000462854387387, A),
    ("decks=1 resplit-aces=yes", 0.000227106636429, -0.000133342775094, A),
    ("decks=1 hit-split-aces=yes", 0.001213719472461, 0.000831728745862, V),
    ("decks=1 resplit-aces=yes hit-split-aces=yes", 0.001469089025124, 0.001104342988866, V),
    ("decks=1 surrender=late", 0.000292752554861, 3.4148170473e-05, A),
    ("decks=1 blackjack-pays=6:5", -0.014035080268133, -0.014395529679656, A),
    ("decks=1 blackjack-pays=1:1", -0.023333568894352, -0.023694018305876, A),
    ("decks=1 hole-card=european", -0.001220688559689, -0.001626142891238, V),
    ("decks=1 hole-card=original-bets-only", -8.7347328803e-05, -0.000447796740327, A),
    ("decks=2 das=no", -0.00525420126753, -0.005366881909332, A),
    ("decks=2 double=9-11", -0.005026329387522, -0.0051385848124, A),
    ("decks=2 double=10-11", -0.006168248559257, -0.006280510197396, A),
    ("decks=2 split-hands=1", -0.009289917297467, -0.009400268298305, A),
    ("decks=2 split-hands=2", -0.004244384466326, -0.004355985766264, A),
    ("decks=2 split-hands=3", -0.003853343078116, -0.003964873741287, A),
    ("decks=2 resplit-aces=yes", -0.003277134407557, -0.003388617504017, A),
    ("decks=2 hit-split-aces=yes", -0.002226112513435, -0.002368984457945, V),
    ("decks=2 resplit-aces=yes hit-split-aces=yes", -0.001788799231854, -0.001902519938552, V),
    ("decks=2 surrender=late", -0.003142832437423, -0.003216946158418, A),
    ("decks=2 blackjack-pays=6:5", -0.017539437573252, -0.017650920669712, A),
    ("decks=2 blackjack-pays=1:1", -0.026696095452281, -0.026807578548741, A),
    ("decks=2 hole-card=european", -0.004929884205063, -0.005059634303204, V),
    ("decks=2 hole-card=original-bets-only", -0.003804450754709, -0.003915933851169, A),
    ("das=no", -0.007598485015321, -0.007626198741995, A),
    ("double=9-11", -0.007213318822187, -0.007240915676834, A),
    ("double=10-11", -0.008158868650694, -0.008186465505341, A),
    ("split-hands=1", -0.011808914886383, -0.011836482666326, A),
    ("split-hands=2", -0.006689505898548, -0.006717066009233, A),
    ("split-hands=3", -0.006229419750454, -0.006257011341381, A),
    ("resplit-aces=yes", -0.005471989641945, -0.005499586496592, A),
    ("hit-split-aces=yes", -0.004381582712736, -0.004428693434301, V),
    ("resplit-aces=yes hit-split-aces=yes", -0.003807948783003, -0.003836638845985, V),
    ("surrender=late", -0.005271915469457, -0.005283345919764, A),
    ("blackjack-pays=6:5", -0.019750787544068, -0.019778384398714, A),
    ("blackjack-pays=1:1", -0.02881538508728, -0.028842981941927, A),
    ("hole-card=european", -0.007269429452096, -0.007302301295265, V),
    ("hole-card=original-bets-only", -0.006153891229248, -0.006181488083895, A),
    ("soft17=stand das=no split-hands=3 resplit-aces=yes surrender=late", -0.004175857792046, -0.004190258173071, A),
    (
        "decks=8 soft17=stand double=9-11 das=no split-hands=2 hole-card=european",
        -0.008029098117676,
        -0.008051809452987,
        V,
    ),
    ("decks=2 blackjack-pays=6:5 double=10-11 das=no", -0.021132216425143, -0.021245036161213, A),
    ("decks=4 soft17=stand double=9-11 hit-split-aces=yes surrender=late", -0.002054544260188, -0.002087832362913, V),
    ("decks=8 resplit-aces=yes hit-split-aces=yes surrender=late", -0.00314158590286, -0.003151217075985, V),
    ("decks=1 split-hands=2 surrender=late hole-card=european", -0.001099063490118, -0.00136202907942, V),
)

QUICK: Final = frozenset(
    {
        "",
        "decks=1 das=no",
        "decks=2 hole-card=european",
        "decks=8 soft17=stand",
        "resplit-aces=yes hit-split-aces=yes",
        "surrender=late",
    }
)
"""The cases that every test run checks; the others are for the slow proof."""

OUTCOMES_OF_ONE_SPLIT: Final = {
    # Decks -> net result -> chance: split-hands=2, composition-dependent; the C++ program's distribution of a round.
    1: {
        -4: 0.000202336440512, -3: 0.001590449997891, -2: 0.045285240712766, -1: 0.433355121716736,
        0: 0.083613943255664, 1: 0.322474152720108, 1.5: 0.046492443131099, 2: 0.064478039575158,
        3: 0.002070522862110, 4: 0.000437749587958,
    },
    6: {
        -4: 0.000206685740414, -3: 0.001766811138547, -2: 0.044471637781135, -1: 0.434220517842840,
        0: 0.086468453108700, 1: 0.323527637381083, 1.5: 0.045322987716064, 2: 0.061366828526669,
        3: 0.002238075182848, 4: 0.000410365581700,
    },
}  # fmt: skip
