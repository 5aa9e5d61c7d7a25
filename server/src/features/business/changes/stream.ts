import { Readable } from "node:stream";
import { utcOrNull } from "@daybook/engine";
import { type Audience, type ChangeRow, hears } from "./audience.ts";

/** Who listens. */
export interface Listener {
  readonly businessId: string;
  readonly audience: Audience;
  /** The position after which it listens; null: from now on. */
  readonly after: number | null;
  /** Whether `after` is so old that changes behind it may have been deleted. */
  readonly isExpired: boolean;
  /** The audience as it is now; null once the session or membership has ended. Throws if that is unknown. */
  readonly look: () => Promise<Audience | null>;
}

/** A reader that is so many bytes behind is cut off; it continues from its last `id`. */
const MAX_BEHIND_BYTES = 1_048_576;

const END_MS = 1_000;

/** One stream of server-sent events. */
export class Stream {
  readonly readable: Readable;
  readonly #listener: Listener;
  /** What was told while the changes missed before are read; null once they are sent. */
  #waiting: ChangeRow[] | null = [];
  #sent = 0;
  #position = 0;

  constructor(listener: Listener, ended: () => void) {
    this.#listener = listener;
    // Bytes are pushed when there are changes; a slow reader is found by what is left.
    this.readable = new Readable({ read: () => undefined, highWaterMark: 1 });
    this.readable.once("close", ended);
    this.readable.on("error", () => undefined);
  }

  get businessId(): string {
    return this.#listener.businessId;
  }

  get isOwnOnly(): boolean {
    return this.#listener.audience.ownStaffId !== null;
  }

  /**
   * Sends what its client has missed, then everything that was told meanwhile. `round` reads what is committed now, so that the
   * stream is complete from its opening on; `missed` answers null for more than a client should read.
   */
  async begin(
    round: () => Promise<void>,
    missed: (after: number) => Promise<readonly ChangeRow[] | null>,
  ): Promise<void> {
    const { after, isExpired } = this.#listener;
    await round();
    const before = after === null || isExpired ? null : await missed(after);
    if (before === null) {
      // It starts here: what was committed before is read by the client itself.
      this.#sent = this.#position;
      this.#write(`id: ${this.#position}\nevent: ${after === null ? "ready" : "reset"}\ndata: {}\n\n`);
    } else this.#write("event: ready\ndata: {}\n\n");
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const change of [...(before ?? []), ...waiting]) this.#send(change);
  }

  /** Passes changes of its business, in order, and the position up to which everything was read. */
  tell(changes: readonly ChangeRow[], position: number): void {
    this.#position = position;
    if (this.#waiting !== null) this.#waiting.push(...changes);
    else for (const change of changes) this.#send(change);
  }

  comment(): void {
    this.#write(":\n\n");
  }

  /** Ends the stream if its listener has another audience by now; a failed look-up decides nothing. */
  async check(): Promise<void> {
    const { look, audience } = this.#listener;
    try {
      const now = await look();
      if (now?.role !== audience.role || now.ownStaffId !== audience.ownStaffId) this.end();
    } catch {
      // The database is away: nobody can change anything either.
    }
  }

  end(): void {
    if (this.readable.destroyed) return;
    this.readable.push(null);
    // A reader that does not read to the end must not keep it open.
    setTimeout(() => this.readable.destroy(), END_MS).unref();
  }

  #send(change: ChangeRow): void {
    if (change.position <= this.#sent || !hears(this.#listener.audience, change)) return;
    this.#sent = change.position;
    this.#write(`id: ${change.position}\nevent: change\ndata: ${JSON.stringify(noticeOf(change))}\n\n`);
  }

  #write(text: string): void {
    if (this.readable.destroyed) return;
    this.readable.push(text);
    if (this.readable.readableLength > MAX_BEHIND_BYTES)
      this.readable.destroy(new Error("The reader of a stream was too slow."));
  }
}

function noticeOf(change: ChangeRow) {
  return {
    table: change.entity,
    id: change.entity_id,
    kind: change.kind,
    location_id: change.location_id,
    starts_at: utcOrNull(change.starts_at),
  };
}
