"""Additions to the OpenAPI document: refusals, which are the same everywhere; streams; files."""

from typing import Any, Final

from fastapi import FastAPI

API: Final = "/api/"
REFUSALS: Final = {
    "400": ("Refused", "The request cannot be done; the sentence says why."),
    "401": ("NotSignedIn", "There is no session, or it has ended."),
    "403": ("NotAllowed", "The person may not do this, or the badge or PIN is wrong."),
    "404": ("NotFound", "The address or the item does not exist."),
    "409": ("NotApproved", "The request is valid, but no letter approves it."),
    "413": ("TooLong", "The request is too long."),
    "422": ("Malformed", "A field is missing, unknown or of the wrong type."),
    "429": ("TooFast", "The rate limit is reached: retry after the seconds in Retry-After."),
    "503": ("Busy", "The server is busy or cannot reach its store: retry after the seconds in Retry-After."),
}
"""Name and meaning of each status."""
HEADERS: Final = {"401": "WWW-Authenticate", "429": "Retry-After", "503": "Retry-After"}
EVENTS: Final = "text/event-stream"
PROBLEM: Final = {
    "type": "object",
    "title": "Problem",
    "description": "A refusal in one sentence (RFC 9457).",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string", "minLength": 1, "description": "One sentence for a person."},
    },
}


def sends(*media: str) -> dict[int | str, dict[str, Any]]:
    """Declares the media types of an operation whose answer is not JSON."""
    return {200: {"content": {each: {} for each in media}}}


def describe_refusals(app: FastAPI) -> None:
    """Adds the refusals to the framework's OpenAPI document."""
    made = app.openapi

    def described() -> dict[str, Any]:
        document = made()
        if "responses" not in document["components"]:
            _add_refusals(document)
        return document

    app.openapi = described  # type: ignore[method-assign]  # the documented way to extend the document


def _add_refusals(document: dict[str, Any]) -> None:
    content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    named = {status: {"$ref": f"#/components/responses/{name}"} for status, (name, _) in REFUSALS.items()}
    for path, methods in document["paths"].items():
        if path.startswith(API):
            for operation in methods.values():
                operation["responses"] |= named
    schemas = document["components"]["schemas"]
    schemas["Problem"] = PROBLEM
    for unused in ("HTTPValidationError", "ValidationError"):  # the framework's own schema for malformed requests
        schemas.pop(unused, None)
    answers: dict[str, Any] = {name: {"description": words, "content": content} for name, words in REFUSALS.values()}
    for status, header in HEADERS.items():
        answers[REFUSALS[status][0]]["headers"] = {header: {"required": True, "schema": {"type": "string"}}}
    document["components"]["responses"] = answers
