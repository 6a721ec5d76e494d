"""The joint distribution of two hands of one split: the sum of their results, and the dealer's final hand.

It is the same count as for one hand, over the finished hands of both: their cards come from the same shoe, and cards
of one are missing for the other and for the dealer.
"""

from pitbook.families.blackjack.exact.arrays import Floats, Ints, np
from pitbook.families.blackjack.exact.dealer import ENDINGS, dealer_chances_of
from pitbook.families.blackjack.exact.ground import Ground
from pitbook.families.blackjack.exact.hands import KEY_BITS, cards_of_keys
from pitbook.families.blackjack.exact.pays import BUSTED, final_of
from pitbook.families.blackjack.exact.split import OTHER, PAIRED, Orders, falling, most_hands
from pitbook.families.blackjack.exact.values import VALUES


def pair_sums(given: Ground, order: Orders, value: int, up: int, nets: Ints) -> Floats:
    """Further pair cards removed x second card of each hand x sum of the two nets x ending.

    ``nets`` is the net result of each stake, final and ending in integer units; the index of a sum is the sum plus
    twice the highest net.
    """
    hands = given.hands
    finished = np.flatnonzero((order.stood[:-1] + order.doubled[:-1]).any(axis=1))
    rows = np.concatenate([hands.after[hands.single(value)], finished])
    weights, distinct = _weights(given, order, value, rows, nets)
    keys = hands.key[rows] - (1 << KEY_BITS * value)
    drawn, which = np.unique(keys[:, None] + keys, return_inverse=True)
    which = which.reshape(len(rows), len(rows))
    spare = given.shoe[value] - 2 - (up == value)
    steps = min(2 * most_hands(given, value) - 4, spare) + 1
    most = int(np.abs(nets).max())
    sums = np.zeros((steps, 2, 2, 4 * most + 1, len(ENDINGS)))
    place = (distinct[:, None] + distinct + 2 * most).ravel()
    by_step = _chances(given, drawn, value, up, steps)
    for removed, chances in enumerate(by_step):
        for ending in range(len(ENDINGS)):
            both = np.ascontiguousarray(chances[:, ending])[which]
            flat = weights[ending].reshape(-1, len(rows))
            table = (flat @ both @ flat.T).reshape(2, len(distinct), 2, len(distinct)).transpose(0, 2, 1, 3)
            for first in (OTHER, PAIRED):
                for second in (OTHER, PAIRED):
                    np.add.at(sums[removed, first, second, :, ending], place, table[first, second].ravel())
    return sums


def _weights(given: Ground, order: Orders, value: int, rows: Ints, nets: Ints) -> tuple[Floats, Ints]:
    """Ending x second card x net x row: the number of orders for each net result; and the net results.

    Every hand first counts as a bust with its two cards; each finished hand then subtracts its part from the busts.
    """
    final = final_of(given.hands.total, given.hands.size, given.rules)[rows[VALUES:]]
    distinct = np.unique(nets)
    place = np.searchsorted(distinct, nets)
    weights = np.zeros((len(ENDINGS), 2, len(distinct), len(rows)))
    for ending in range(len(ENDINGS)):
        bust = place[:, BUSTED, ending]
        for second in range(VALUES):
            weights[ending, int(second == value), bust[int(order.doubles[second])], second] = 1
        for stake, orders in enumerate((order.stood, order.doubled)):
            ways = orders[rows[VALUES:]].T
            columns = np.arange(VALUES, len(rows))
            for kind in (OTHER, PAIRED):
                weights[ending, kind, place[stake, final, ending], columns] += ways[kind]
                weights[ending, kind, bust[stake], columns] -= ways[kind]
    return weights, distinct


def _chances(given: Ground, drawn: Ints, value: int, up: int, steps: int) -> list[Floats]:
    """The probabilities of drawing sets of cards to two hands in one given order, times the dealer's final results.

    For 0, 1 ... further pair cards removed; a shoe that occurs several times is computed once.
    """
    rest = np.array(given.shoe)
    rest[up] -= 1
    table = falling(sum(given.shoe))
    pair_card = 1 << KEY_BITS * value
    gone, place = np.unique(drawn + np.arange(2, steps + 2)[:, None] * pair_card, return_inverse=True)
    left = np.maximum(rest - cards_of_keys(gone), 0)  # missing cards have probability 0
    left[:, up] += 1
    endings = dealer_chances_of(left, up, given.rules.hits_soft_17)
    counts = cards_of_keys(drawn)
    ways = table[rest][np.arange(VALUES), counts]
    ways[:, value] = 1
    others = ways.prod(axis=1)
    found = []
    for removed, some in enumerate(place.reshape(steps, -1)):
        likely = others * table[rest[value] - removed - 2, counts[:, value]]
        likely /= table[rest.sum() - removed - 2, counts.sum(axis=1)]
        found.append(endings[some] * likely[:, None])
    return found
