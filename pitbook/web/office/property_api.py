"""The HTTP API of a room's configuration: its versions, and opening the jackpots of the current version."""

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import Field

from pitbook.compliance.gate import Gate
from pitbook.web.office.jackpots_api import Key, Name, OpeningJackpots, Reading, SettingUp, StrictBody, services

router = APIRouter(prefix="/api/v1")


class NewVersion(StrictBody):
    """The text of a property file, and the reason for the change."""

    text: Annotated[str, Field(min_length=1, max_length=60_000)]
    why: Name


@router.get("/configuration/versions", tags=["configuration"])
def list_versions(request: Request, asking: Reading) -> list[dict[str, Any]]:
    """Lists every version: when, by whom, why, and which jackpots it suspended."""
    return [version.to_dict() for version in services(request).configurations.versions()]


@router.post("/configuration/versions", tags=["configuration"])
def keep_version(request: Request, asking: SettingUp, asked: NewVersion) -> dict[str, Any]:
    """Saves a new version (a repeat with the same text and reason is saved once); lists what its gate would refuse."""
    kept = services(request).configurations
    version = kept.keep(asked.text, asking.id, asked.why)
    gate = Gate(version.property, kept.today())
    closed = {entry.id: [str(finding) for finding in gate.against(entry.id)] for entry in version.property.tables}
    return version.to_dict() | {"closed": {table: reasons for table, reasons in closed.items() if reasons}}


@router.get("/configuration/versions/{number}", tags=["configuration"])
def get_version(request: Request, asking: Reading, number: str) -> dict[str, Any]:
    """Returns a version with its text, by its number or the beginning of its hash."""
    version = services(request).configurations.find(number)
    return version.to_dict() | {"text": version.text}


@router.post("/jackpots/{jackpot}/opening", tags=["jackpots"])
def open_stated(request: Request, asking: OpeningJackpots, key: Key, jackpot: str) -> dict[str, Any]:
    """Opens a jackpot with the terms and tables of the current version, if the gate allows it."""
    kept = services(request).configurations
    return kept.open_jackpot(jackpot, kept.today(), asking, key)
