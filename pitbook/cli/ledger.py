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
    """Prove the ledger of a jackpot, or everything that the store keeps of what has happened.

    Every transaction is done again from what it says, and must come to the same entries, the same result and the same
    hash; meters must equal their accounts. Without a jackpot, so must every row of what was pressed, of tables' events,
    of records and of answers to requests be as it was written, with none missing and none added; and tables' records
    are done again by the rules. Days that were closed must end where they ended. People, their roles, badges and PINs,
    passkeys, proposals and the state of controllers must be as the chain last left them; it says since when they are
    covered. The first thing that cannot be is named.

    A whole history written anew has fresh hashes: --seal says whether it is the one that a day was closed with.

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
            screen.print(f"[{LOSE}]{proof.book}: transaction {proof.fault.number:,} cannot be[/]")
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
            screen.print(f"[{LOSE}]{chain.chain}: row {chain.fault:,} cannot be[/]")
            screen.print(f"  {chain.words}", markup=False)
    for table in proof.tables:
        if not table.holds:
            screen.print(f"[{LOSE}]record of table {table.table} is not what the rules make of it[/]")
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
        screen.print(f"[{WIN}]{rounds:,} rounds of tables, done again, agree with the rules[/]")


@ledger.command()
@click.argument("jackpot")
@click.option("--after", type=WHOLE, default=None, metavar="N", help="From the transaction after this one on.")
@click.option("--last", type=WHOLE, default=20, show_default=True, help="How many; the newest without --after.")
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
