"""What the API's own description says besides: refusals, the same everywhere; streams; files."""

from typing import Any, Final

from fastapi import FastAPI

API: Final = "/api/"
REFUSALS: Final = {
    "400": ("Refused", "What is asked cannot be done; the sentence says why."),
    "401": ("NotSignedIn", "There is no session, or it is over."),
    "403": ("NotAllowed", "Whoever asks may not do this, or the badge or PIN is wrong."),
    "404": ("NotFound", "There is no such thing."),
    "409": ("NotApproved", "Well formed, but outside what a letter approves."),
    "413": ("TooLong", "The request is longer than any that is in order."),
    "422": ("Malformed", "A field is missing, unknown or not of its kind."),
    "429": ("TooFast", "More than one visitor may ask for: wait as long as Retry-After says."),
    "503": ("Busy", "Too much is asked at this moment, or the store cannot be reached: ask again after Retry-After."),
}
"""By status: a name, and what it means."""
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
    """What an operation answers with that is no JSON, for its declaration."""
    return {200: {"content": {each: {} for each in media}}}


def describe_refusals(app: FastAPI) -> None:
    """Adds them to the document that the framework makes."""
    made = app.openapi

    def described() -> dict[str, Any]:
        document = made()
        if "responses" not in document["components"]:
            _add_refusals(document)
        return document

    app.openapi = described  # type: ignore[method-assign]  # the framework's own way to extend its document


def _add_refusals(document: dict[str, Any]) -> None:
    content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    named = {status: {"$ref": f"#/components/responses/{name}"} for status, (name, _) in REFUSALS.items()}
    for path, methods in document["paths"].items():
        if path.startswith(API):
            for operation in methods.values():
                operation["responses"] |= named
    schemas = document["components"]["schemas"]
    schemas["Problem"] = PROBLEM
    for unused in ("HTTPValidationError", "ValidationError"):  # the framework's own form of a malformed request
        schemas.pop(unused, None)
    answers: dict[str, Any] = {name: {"description": words, "content": content} for name, words in REFUSALS.values()}
    for status, header in HEADERS.items():
        answers[REFUSALS[status][0]]["headers"] = {header: {"required": True, "schema": {"type": "string"}}}
    document["components"]["responses"] = answers
