"""``pitbook jackpot``: what meters do over years of play, and the books of a room's jackpots."""

import click

from pitbook.cli.jackpot import account, days, simulate, wins


@click.group()
def jackpot() -> None:
    """Show what progressive meters do over years of play; keep the books of a room's jackpots."""


for command in (
    simulate.simulate,
    days.close,
    days.report,
    days.house,
    wins.win_page,
    wins.tax_form,
    account.deposit,
    account.balance,
):
    jackpot.add_command(command)
