"""``pitbook ledger``: the proof of every jackpot's ledger and of all other history, and transactions."""

from typing import TYPE_CHECKING, Any

import click

from pitbook.cli.open_room import opened, store_option
from pitbook.cli.output import GOLD, LOSE, QUIET, WIN, console, new_table, print_json
from pitbook.cli.params import WHOLE, as_json
from pitbook.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitbook.jackpot.ledger import Proof, Transaction
    from pitbook.room.audit.store_proof import StoreProof


@click.group()
def ledger() -> None:
    """Prove a jackpot's ledger, or show its transactions."""


@ledger.command()
@click.argument("jackpot", required=False)
@click.option("--seal", default="", metavar="HASH", help="The seal of a closed day, as its report prints it.")
@store_option
@as_json
def verify(jackpot: str | None, seal: str, store: str | None, as_json: bool) -> None:
    """Prove the ledger of a jackpot, or the whole store.

    Every transaction is repeated from its data and must give the same entries, result and hash; meters must equal their
    accounts; closed days must end with the same transaction. Without a jackpot, everything else is proved too: every
    press, event, record and stored answer is unchanged, with none missing and none added; the rounds of every table are
    settled again by the rules; people, roles, badges, PINs, passkeys, proposals and controllers are as the chain of
    records last states them, and the output says since when it covers them. The first fault is named.

    A history that was rewritten as a whole has valid hashes: --seal checks it against the seal of a closed day.

    \b
    Exit code: 0 if everything holds; 1 if something was tampered with.

    \b
    Examples:
      pitbook ledger verify
      pitbook ledger verify royal --store room.db --json
      pitbook ledger verify --seal 4f0c8a61d2b97e35
    """
    with opened(store) as room:
        from pitbook.room.audit.history_proof import holds_seal
        from pitbook.room.audit.ledger_proof import prove
        from pitbook.room.audit.store_proof import StoreProof, prove_store

        sealed = holds_seal(room.database, seal) if seal else None
        proof = StoreProof([prove(room.database, jackpot)]) if jackpot else prove_store(room.database)
    if as_json:
        print_json(_record(proof, sealed))
    else:
        _print_ledgers(proof.ledgers)
        _print_history(proof)
        if sealed is not None:
            words = (
                "the seal is that of a closed day" if sealed else "NO CLOSED DAY HAS THIS SEAL: history was rewritten"
            )
            console().print(f"[{WIN if sealed else LOSE}]{words}[/]")
    if not proof.holds or sealed is False:
        raise click.exceptions.Exit(1)


def _record(proof: "StoreProof", sealed: bool | None) -> dict[str, Any]:
    from dataclasses import asdict

    found = {
        "holds": proof.holds,
        "fault": proof.fault,
        "ledgers": [ledger.to_dict() for ledger in proof.ledgers],
        "chains": [asdict(chain) for chain in proof.chains],
        "tables": [asdict(table) for table in proof.tables],
        "rows": [asdict(rows) for rows in proof.rows],
    }
    return found if sealed is None else found | {"sealed": sealed}


def _print_ledgers(proofs: "Sequence[Proof]") -> None:
    from pitbook.jackpot.book import ACCOUNTS
    from pitbook.reports.jackpot.view import money

    screen = console()
    if not proofs:
        screen.print("There is no jackpot, and so nothing to prove.")
    for proof in proofs:
        if proof.fault is not None:
            screen.print(f"[{LOSE}]{proof.book}: transaction {proof.fault.number:,} does not hold[/]")
            screen.print(f"  {proof.fault.words}\n", markup=False)
            continue
        screen.print(f"[{WIN}]{proof.book}: {proof.transactions:,} transactions hold[/]")
        screen.print(f"[{QUIET}]  hash {proof.hash}[/]", soft_wrap=True)
        table = new_table("account", "debit", "credit", right=("debit", "credit"))
        for account in ACCOUNTS:
            micros = proof.balances[account]
            table.add_row(account, money(micros) if micros > 0 else "", money(-micros) if micros < 0 else "")
        screen.print(table)


def _print_history(proof: "StoreProof") -> None:
    screen = console()
    for chain in proof.chains:
        if not chain.holds:
            screen.print(f"[{LOSE}]{chain.chain}: row {chain.fault:,} does not hold[/]")
            screen.print(f"  {chain.words}", markup=False)
    for table in proof.tables:
        if not table.holds:
            screen.print(f"[{LOSE}]the record of table {table.table} differs from the rules[/]")
            screen.print(f"  {table.words}", markup=False)
    for found in proof.rows:
        if found.holds:
            screen.print(f"[{WIN}]{found.table}: {found.rows:,} as the chain left them, {found.coverage}[/]")
        else:
            screen.print(f"[{LOSE}]{found.table}: row {found.row} is not as the chain left it[/]")
            screen.print(f"  {found.words}", markup=False)
    held = [chain for chain in proof.chains if chain.holds]
    if held:
        rows = sum(chain.rows for chain in held)
        screen.print(f"[{WIN}]{len(held)} chains hold: {rows:,} presses, events, requests and records[/]")
    rounds = sum(table.rounds for table in proof.tables if table.holds)
    if rounds:
        screen.print(f"[{WIN}]{rounds:,} replayed rounds of tables agree with the rules[/]")


@ledger.command()
@click.argument("jackpot")
@click.option("--after", type=WHOLE, default=None, metavar="N", help="Begin after this transaction.")
@click.option(
    "--last", type=WHOLE, default=20, show_default=True, help="How many; the newest ones if --after is left out."
)
@store_option
@as_json
def show(jackpot: str, after: int | None, last: int, store: str | None, as_json: bool) -> None:
    """Show transactions of a jackpot: what was done, by whom, and its entries.

    \b
    Examples:
      pitbook ledger show royal
      pitbook ledger show royal --after 100 --last 5 --json
    """
    from dataclasses import asdict
    from itertools import islice

    if last < 1 or last > 100_000 or (after is not None and not 0 <= after < 2**62):
        raise BadInput("--last is 1 to 100,000, and --after the number of a transaction")
    with opened(store) as room:
        from pitbook.store.work import read_book

        newest = room.jackpots.number(jackpot)
        start = max(0, newest - last) if after is None else after
        with room.database.reading_snapshot() as connection:
            items = list(islice(read_book(connection, jackpot, start), last))
    if as_json:
        print_json([asdict(item) for item in items])
        return
    _print_items(jackpot, items)


def _print_items(jackpot: str, items: "Sequence[Transaction]") -> None:
    from pitbook.money import format_cents
    from pitbook.reports.jackpot.view import money

    screen = console()
    if not items:
        screen.print(f"{jackpot} has no transaction there.", markup=False)
        return
    table = new_table("no.", "time", "what", "by", "shows", "entries", title=jackpot, right=("no.", "shows"))
    for item in items:
        prize = f" [{GOLD}]{format_cents(item.result['prize_cents'])}[/]" if "prize_cents" in item.result else ""
        entries = ", ".join(f"{account} {money(micros)}" for account, micros in item.entries.items())
        shown = format_cents(item.result["shown_cents"]) if "shown_cents" in item.result else ""
        table.add_row(f"{item.number:,}", item.at, f"{item.kind}{prize}", item.by, shown, entries)
    screen.print(table)
