"""Shared by the HTTP API of all drills, including those of one family."""

import asyncio
from concurrent.futures import Future
from typing import Annotated, TypeVar

from fastapi import APIRouter
from pydantic import Field

from pitbook.web.http.access import public

T = TypeVar("T")
Seed = Annotated[int, Field(ge=0, lt=2**32, description="Determines the question.")]
CardsText = Annotated[str, Field(min_length=2, max_length=80, examples=["Ts 6d"])]


def drill_router(path: str = "") -> APIRouter:
    """A router for the public API of drills below this path."""
    return APIRouter(
        prefix=f"/api/v1/learn{path}",
        tags=["learn"],
        dependencies=[public("drills are public and use no data of the room")],
    )


async def waited(future: "Future[T]") -> T:
    """Awaits the result; a client that disconnects does not cancel work that others wait for."""
    return await asyncio.shield(asyncio.wrap_future(future))
