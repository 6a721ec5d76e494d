// A table's connection to the server: views arrive as a stream; actions are requests that are retried until they are answered.

import { ask, ApiError } from "./base.js";

const SILENT = 45000;
const AGAIN = [300, 700, 1500, 3000, 5000];

/** Keeps the newest view of a table; after a gap in the stream it requests the whole view. */
export class TableConnection {
  constructor(address, { onView, onState }) {
    this.address = address;
    this.onView = onView;
    this.onState = onState;
    this.number = -1;
    this.tries = 0;
    addEventListener("online", () => this.open());
    addEventListener("pagehide", () => this.close());
    addEventListener("pageshow", (event) => event.persisted && this.open());
    document.addEventListener("visibilitychange", () => !document.hidden && !this.source && this.open());
  }

  /** Connects to the stream, or reconnects. */
  open() {
    this.close();
    const source = this.source = new EventSource(`${this.address}/events`);
    source.addEventListener("open", () => { this.tries = 0; this.onState("live"); this.heard(); });
    source.addEventListener("view", (event) => { this.heard(); this.take(JSON.parse(event.data)); });
    source.addEventListener("beat", () => this.heard());
    source.addEventListener("error", () => this.lost());
  }

  close() {
    clearTimeout(this.silence);
    clearTimeout(this.retry);
    this.source?.close();
    this.source = null;
  }

  heard() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.lost(), SILENT);
  }

  lost() {
    this.close();
    this.onState("lost");
    this.retry = setTimeout(() => this.open(), AGAIN[Math.min(this.tries++, AGAIN.length - 1)]);
  }

  take(view) {
    if (!view || view.number < this.number) return;
    this.number = view.number;
    this.onView(view);
  }

  /** Acts at the table. A request without an answer is retried with the same idempotency key, so that it acts only once. */
  async send(what, body = {}) {
    const key = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
    for (let tried = 0; ; tried++) {
      try {
        const view = await ask(`${this.address}/${what}`, body, { key });
        this.take(view);
        return view;
      } catch (error) {
        const gone = error instanceof ApiError && (error.status === 0 || error.status === 503);
        if (!gone || tried >= AGAIN.length) throw error;
        this.onState("lost");
        await new Promise((go) => setTimeout(go, AGAIN[tried]));
      }
    }
  }
}
