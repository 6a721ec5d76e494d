"""What the HTTP API of every drill shares, also of the drills that only one family has."""

import asyncio
from concurrent.futures import Future
from typing import Annotated, TypeVar

from fastapi import APIRouter
from pydantic import Field

from pitbook.web.http.access import public

T = TypeVar("T")
Seed = Annotated[int, Field(ge=0, lt=2**32, description="The question follows from it.")]
CardsText = Annotated[str, Field(min_length=2, max_length=80, examples=["Ts 6d"])]


def drill_router(path: str = "") -> APIRouter:
    """A router for the API of drills below this path: open to anyone."""
    return APIRouter(
        prefix=f"/api/v1/learn{path}",
        tags=["learn"],
        dependencies=[public("the drills are for everybody, and know nothing of the room")],
    )


async def waited(future: "Future[T]") -> T:
    """The result; a client who leaves does not stop the work that others wait for."""
    return await asyncio.shield(asyncio.wrap_future(future))
