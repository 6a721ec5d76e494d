"""A security key in software: it makes passkeys and signs challenges by the standard, or deliberately wrong."""

import hashlib
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any, Final

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, ATTESTED = 1, 4, 64
"""Flags: user present, user verified, new key included."""
BOTH: Final = PRESENT | VERIFIED


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def data(words: str) -> bytes:
    return urlsafe_b64decode(words + "=" * (-len(words) % 4))


def client_data(kind: str, challenge: bytes, origin: str) -> bytes:
    return json.dumps({"type": f"webauthn.{kind}", "challenge": text(challenge), "origin": origin}).encode()


@dataclass
class Authenticator:
    """One key for one person."""

    credential: bytes = b"credential of a test"
    count: int = 1
    """The next value of its use counter; 0 stays 0."""
    edwards: bool = False
    user: bytes = b""
    _key: Any = field(init=False)

    def __post_init__(self) -> None:
        self._key = ed25519.Ed25519PrivateKey.generate() if self.edwards else ec.generate_private_key(ec.SECP256R1())

    def _public(self) -> bytes:
        if self.edwards:
            return cbor2.dumps({1: 1, 3: -8, -1: 6, -2: self._key.public_key().public_bytes_raw()})
        numbers = self._key.public_key().public_numbers()
        return cbor2.dumps({1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)})

    def _authenticator_data(self, host: str, flags: int, more: bytes = b"") -> bytes:
        said = hashlib.sha256(host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4) + more
        self.count += self.count > 0
        return said

    def make(self, options: Any, origin: str, flags: int = BOTH, statement: tuple[str, Any] = ("none", {})) -> Any:
        """A new key, as ``POST /session/passkeys`` takes it."""
        self.user = data(options["user"]["id"])
        new = bytes(16) + len(self.credential).to_bytes(2) + self.credential + self._public()
        said = self._authenticator_data(options["rp"]["id"], flags | ATTESTED, new)
        form, inside = statement
        return {
            "name": "My phone",
            "id": text(self.credential),
            "client_data": text(client_data("create", data(options["challenge"]), origin)),
            "attestation": text(cbor2.dumps({"fmt": form, "attStmt": inside, "authData": said})),
        }

    def sign(
        self, options: Any, origin: str, flags: int = BOTH, host: str = "", kind: str = "get", challenge: bytes = b""
    ) -> Any:
        """A signed challenge, as ``POST /session/passkey`` takes it."""
        said = self._authenticator_data(host or options["rpId"], flags)
        client = client_data(kind, challenge or data(options["challenge"]), origin)
        signed = said + hashlib.sha256(client).digest()
        signature = self._key.sign(signed) if self.edwards else self._key.sign(signed, ec.ECDSA(SHA256()))
        return {
            "id": text(self.credential),
            "client_data": text(client),
            "authenticator_data": text(said),
            "signature": text(signature),
            "user": text(self.user),
        }
