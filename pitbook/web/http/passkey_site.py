"""The site of a passkey: browsers support passkeys for a host name over TLS, and for localhost."""

from contextlib import suppress
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from fastapi import Request

from pitbook.errors import BadInput
from pitbook.room.people.passkeys import Site

THIS_MACHINE: Final = "localhost"
LONGEST_HOST: Final = 253


def site_of(request: Request) -> Site:
    """The site that a request was sent to; refused if browsers support no passkeys there."""
    found = _site(request)
    if found is None:
        raise BadInput("passkeys need https and a name, or http://localhost: use badge and PIN here")
    return found


def has_passkeys(request: Request) -> bool:
    """Whether a page can offer passkeys."""
    return _site(request) is not None


def _site(request: Request) -> Site | None:
    scheme, asked = request.url.scheme, request.headers.get("host", "")
    try:
        host = urlsplit(f"//{asked}").hostname or ""
    except ValueError:
        return None
    if not 0 < len(host) <= LONGEST_HOST or not host.isascii() or _is_address(host):
        return None
    if scheme != "https" and host != THIS_MACHINE:
        return None
    return Site(host, f"{scheme}://{asked.lower()}")


def _is_address(host: str) -> bool:
    with suppress(ValueError):
        ip_address(host)
        return True
    return False
