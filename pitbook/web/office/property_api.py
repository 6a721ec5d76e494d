"""The HTTP API of a room's configuration: its versions, and jackpots opened as the newest one states them."""

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import Field

from pitbook.compliance.gate import Gate
from pitbook.web.office.jackpots_api import Key, Name, OpeningJackpots, Reading, SettingUp, StrictBody, services

router = APIRouter(prefix="/api/v1")


class NewVersion(StrictBody):
    """A property's file as it is written, and why it is changed."""

    text: Annotated[str, Field(min_length=1, max_length=60_000)]
    why: Name


@router.get("/configuration/versions", tags=["configuration"])
def list_versions(request: Request, asking: Reading) -> list[dict[str, Any]]:
    """Every version: when, who, why, and which jackpots it suspended."""
    return [version.to_dict() for version in services(request).configurations.versions()]


@router.post("/configuration/versions", tags=["configuration"])
def keep_version(request: Request, asking: SettingUp, asked: NewVersion) -> dict[str, Any]:
    """Keeps a new version; the same one again, for the same reason, is kept once. Says what its gate would stop."""
    kept = services(request).configurations
    version = kept.keep(asked.text, asking.id, asked.why)
    gate = Gate(version.property, kept.today())
    closed = {entry.id: [str(finding) for finding in gate.against(entry.id)] for entry in version.property.tables}
    return version.to_dict() | {"closed": {table: reasons for table, reasons in closed.items() if reasons}}


@router.get("/configuration/versions/{number}", tags=["configuration"])
def get_version(request: Request, asking: Reading, number: str) -> dict[str, Any]:
    """A version with its text, by its number or the beginning of its hash."""
    version = services(request).configurations.find(number)
    return version.to_dict() | {"text": version.text}


@router.post("/jackpots/{jackpot}/opening", tags=["jackpots"])
def open_stated(request: Request, asking: OpeningJackpots, key: Key, jackpot: str) -> dict[str, Any]:
    """Opens a jackpot for its tables as the newest version states it, through the gate."""
    kept = services(request).configurations
    return kept.open_jackpot(jackpot, kept.today(), asking, key)
