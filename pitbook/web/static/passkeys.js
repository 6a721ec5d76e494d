// Passkeys: the browser creates or selects one to sign a challenge from the server. Loaded on first use.

import { ask } from "./base.js";

const bytes = (words) => Uint8Array.from(atob(words.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const words = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** Messages for the browser's errors: cancelled by the user, or already registered. */
const REASONS = {
  NotAllowedError: "No passkey was used: try again, or use badge and PIN.",
  InvalidStateError: "You already have a passkey on this device.",
};

async function waited(asked) {
  try { return await asked; } catch (error) { throw new Error(REASONS[error.name] ?? "The browser could not use a passkey: use badge and PIN."); }
}

/** Signs in or unlocks this screen; returns the session. */
export async function signIn() {
  const publicKey = await ask("/api/v1/session/passkey/challenge", {});
  publicKey.challenge = bytes(publicKey.challenge);
  const { rawId, response } = await waited(navigator.credentials.get({ publicKey }));
  return ask("/api/v1/session/passkey", {
    id: words(rawId), client_data: words(response.clientDataJSON), authenticator_data: words(response.authenticatorData),
    signature: words(response.signature), user: words(response.userHandle ?? []),
  });
}

/** Adds a passkey for the signed-in person, who gives their PIN. */
export async function addPasskey(name, pin) {
  const publicKey = await ask("/api/v1/session/passkeys/challenge", { pin });
  publicKey.challenge = bytes(publicKey.challenge);
  publicKey.user.id = bytes(publicKey.user.id);
  for (const known of publicKey.excludeCredentials ?? []) known.id = bytes(known.id);
  const { rawId, response } = await waited(navigator.credentials.create({ publicKey }));
  return ask("/api/v1/session/passkeys", {
    name, id: words(rawId), client_data: words(response.clientDataJSON), attestation: words(response.attestationObject),
  });
}
