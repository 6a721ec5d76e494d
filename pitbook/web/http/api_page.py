"""The API's own description as a page, from the same document that programs read."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from pitbook.web.http.access import public, routes_with_rules
from pitbook.web.http.openapi import REFUSALS
from pitbook.web.http.pages import page

router = APIRouter(
    include_in_schema=False,
    dependencies=[public("the description of the API, for people")],
)

METHODS: Final = ("get", "post", "put", "delete")
DEEPEST: Final = 4
"""Levels of nested objects in an example."""
NOT_SAID: Final = "others"


@dataclass(frozen=True, slots=True)
class ApiField:
    """A parameter or a field of a body or an answer."""

    name: str
    kind: str
    place: str
    required: bool
    words: str


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One operation of the API."""

    id: str
    method: str
    path: str
    words: str
    parameters: tuple[ApiField, ...]
    body: tuple[ApiField, ...]
    answers: tuple[tuple[str, str, str], ...]
    """Status, meaning and type of each answer; refusals are left out, since they are the same everywhere."""
    fields: tuple[ApiField, ...]
    """The fields of the answer, if they are described."""
    curl: str


@router.get("/api/docs")
def show_api(request: Request) -> HTMLResponse:
    """Every endpoint by tag: who may call it, parameters, bodies, answers, and an example with curl."""
    app = request.app
    document = app.openapi()
    if not hasattr(app.state, "endpoints"):  # they do not change while the application runs
        app.state.endpoints = endpoints(document)
        app.state.rules = {(way.method, way.path): way.rule for way in routes_with_rules(app)}
    groups, rules = app.state.endpoints, app.state.rules
    return page(request, "lobby/api.html", document=document, groups=groups, rules=rules, refusals=REFUSALS)


def endpoints(document: Mapping[str, Any]) -> dict[str, list[Endpoint]]:
    """The endpoints by their first tag."""
    groups: dict[str, list[Endpoint]] = {}
    for path, methods in document["paths"].items():
        for method in METHODS:
            if method in methods:
                tag = (methods[method].get("tags") or [NOT_SAID])[0]
                groups.setdefault(tag, []).append(_endpoint(document, path, method, methods[method]))
    return dict(sorted(groups.items()))


def _endpoint(document: Mapping[str, Any], path: str, method: str, said: Mapping[str, Any]) -> Endpoint:
    body = said.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    answers = said.get("responses", {})
    good = answers.get("200", {}).get("content", {}).get("application/json", {}).get("schema", {})
    return Endpoint(
        id=str(said.get("operationId", f"{method}-{path}")),
        method=method.upper(),
        path=path,
        words=str(said.get("description") or said.get("summary", "")),
        parameters=tuple(_parameter(document, each) for each in said.get("parameters", ())),
        body=tuple(_fields(document, body)) if body else (),
        answers=tuple(
            (status, str(answer.get("description", "")), _answer_kind(document, answer))
            for status, answer in answers.items()
            if "$ref" not in answer  # the refusals, which are at the top of the page
        ),
        fields=tuple(_fields(document, good)),
        curl=_curl(document, path, method, said, body),
    )


def _parameter(document: Mapping[str, Any], said: Mapping[str, Any]) -> ApiField:
    schema = said.get("schema", {})
    words = str(said.get("description", ""))
    default = schema.get("default")
    if default not in (None, ""):
        words = f"{words} Default: {default}.".strip()
    return ApiField(said["name"], kind(document, schema), said["in"], bool(said.get("required")), words)


def _fields(document: Mapping[str, Any], schema: Mapping[str, Any]) -> Iterator[ApiField]:
    found = _resolved(document, schema)
    if found.get("type") == "array":
        found = _resolved(document, found.get("items", {}))
    required = found.get("required", ())
    for name, inner in found.get("properties", {}).items():
        yield ApiField(name, kind(document, inner), "", name in required, str(inner.get("description", "")))


def _resolved(document: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema that a reference points to."""
    name = schema.get("$ref", "").rpartition("/")[2]
    found: Mapping[str, Any] = document["components"]["schemas"][name] if name else schema
    return found


def _answer_kind(document: Mapping[str, Any], answer: Mapping[str, Any]) -> str:
    content = answer.get("content", {})
    schema = content.get("application/json", {}).get("schema")
    return kind(document, schema) if schema else ", ".join(content)


def kind(document: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """A type in a few words: ``text``, ``whole number``, ``list of Compared``, ``one of up, down``."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if choices := schema.get("enum"):
        return "one of " + ", ".join(map(str, choices))
    if "const" in schema:
        return str(schema["const"])
    if several := schema.get("anyOf") or schema.get("oneOf"):
        return " or ".join(dict.fromkeys(kind(document, each) for each in several))
    if schema.get("type") == "array":
        return f"list of {kind(document, schema.get('items', {}))}"
    names = {"string": "text", "integer": "whole number", "boolean": "yes or no", "null": "nothing", "object": "object"}
    return names.get(str(schema.get("type", "")), str(schema.get("type", "anything")))


def _curl(
    document: Mapping[str, Any], path: str, method: str, said: Mapping[str, Any], body: Mapping[str, Any] | None
) -> str:
    """The request as a curl command."""
    parts = ["curl"] + ([f"-X {method.upper()}"] if method not in ("get", "post") else [])
    names = {each["name"].lower(): each for each in said.get("parameters", ()) if each["in"] == "header"}
    if "authorization" in names:
        parts.append('-H "Authorization: Bearer $TOKEN"')
    if "idempotency-key" in names:
        parts.append('-H "Idempotency-Key: $(uuidgen)"')
    if body:
        parts.append("-H 'Content-Type: application/json'")
        parts.append("-d " + _quoted(json.dumps(_example(document, body, 0), ensure_ascii=False)))
    parts.append(f'"$PITBOOK{_filled(path, said)}"')
    return " \\\n  ".join(parts) if len(parts) > 2 else " ".join(parts)


EXAMPLES: Final = {
    "slug": "royal-match-21",
    "wager": "royal-match",
    "jackpot": "royal",
    "table": "1",
    "day": "2026-01-31",
    "number": "12",
    "person": "dana",
    "kind": "close",
}
"""Example values of path parameters."""


def _filled(path: str, said: Mapping[str, Any]) -> str:
    for each in said.get("parameters", ()):
        if each["in"] == "path":
            path = path.replace("{" + each["name"] + "}", EXAMPLES.get(each["name"], f"<{each['name']}>"))
    return path


def _quoted(text: str) -> str:
    inner = text.replace("'", "'\\''")
    return f"'{inner}'"


def _example(document: Mapping[str, Any], schema: Mapping[str, Any], depth: int) -> Any:
    """An example value of this schema; the description's own example if it has one."""
    found = _resolved(document, schema)
    if examples := found.get("examples"):
        return examples[0]
    if "default" in found:
        return found["default"]
    if choices := found.get("enum"):
        return choices[0]
    if several := found.get("anyOf") or found.get("oneOf"):
        return _example(document, several[0], depth + 1)
    if depth >= DEEPEST:
        return None
    if found.get("type") == "object":
        required = found.get("required", ())
        return {
            name: _example(document, inner, depth + 1)
            for name, inner in found.get("properties", {}).items()
            if name in required
        }
    if found.get("type") == "array":
        return [_example(document, found.get("items", {}), depth + 1)]
    return {"string": "…", "integer": 1, "number": 1.0, "boolean": True}.get(str(found.get("type")))
