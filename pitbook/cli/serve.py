"""``pitbook serve``: the room's server."""

import click

from pitbook.cli.output import WHOLE
from pitbook.cli.store import address_of, store_option
from pitbook.errors import BadInput

GRACE_SECONDS = 2
"""How long displays and requests have to end when the server is told to stop."""


@click.command()
@store_option
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to be reached at.")
@click.option("--port", type=WHOLE, default=8000, show_default=True, help="The port to be reached at.")
def serve(store: str | None, host: str, port: int) -> None:
    """Serve the jackpots of a room: controllers, ledger, reports and live displays over HTTP.

    The server is reached from this machine only, unless --host says otherwise; put a proxy with TLS before it where
    tables reach it over a network. With PostgreSQL several servers may share a store. The API describes itself at
    /api/docs. Begin with an administrator: pitbook people add.

    \b
    Examples:
      pitbook serve
      pitbook serve --store room.db --port 8080
    """
    if not 0 < port < 65_536:
        raise BadInput(f"there is no port {port}: it is from 1 to 65535")
    import uvicorn

    from pitbook.web.app import create_app, settle_memory

    address = address_of(store)
    app = create_app(address)
    settle_memory()
    if app.state.services.people.count() == 0:
        # An address may hold a password: it is not shown.
        option = "" if not store else f" --store {store}" if "://" not in store else " --store postgresql://..."
        click.echo(
            "Nobody works here yet. Make the administrator, who then adds the others:\n"
            f'  pitbook people add ada "Ada Byron" --role administrator{option}',
            err=True,
        )
    click.echo(f"Pitbook serves at http://{host}:{port}, its API is described at /api/docs.", err=True)
    uvicorn.run(
        app, host=host, port=port, log_level="warning", access_log=False, timeout_graceful_shutdown=GRACE_SECONDS
    )
