import { Readable } from "node:stream";
import { utcOrNull } from "@daybook/engine";
import { type Audience, type ChangeRow, mayRead } from "./audience.ts";

/** The recipient and the start position of a stream. */
export interface Listener {
  readonly businessId: string;
  readonly audience: Audience;
  /** The position of the last notice that the client received, or null for a client without an earlier stream. */
  readonly after: number | null;
  /** Whether changes after `after` may have been deleted already. */
  readonly isExpired: boolean;
  /**
   * Reads the user's role again. Returns null once the session has ended or the user is no longer a business member. Throws if
   * the role cannot be read.
   */
  readonly look: () => Promise<Audience | null>;
}

/** Maximum number of unsent bytes. A client that reads too slowly is disconnected, and reconnects with its last `id`. */
const MAX_BEHIND_BYTES = 1_048_576;

const END_MS = 1_000;

export class Stream {
  readonly readable: Readable;
  readonly #listener: Listener;
  /**
   * New changes that the hub passes on while the stream reads missed changes from the database. Null once the missed changes
   * have been sent.
   */
  #waiting: ChangeRow[] | null = [];
  #sent = 0;
  #position = 0;

  constructor(listener: Listener, ended: () => void) {
    this.#listener = listener;
    // `read` does nothing, because the hub writes changes to the stream even if the client does not read. `readableLength` counts the
    // unread bytes.
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
   * Sends the changes that the client missed, then the changes that the hub passed on while the stream read the missed changes. `round`
   * first reads the committed changes, so that the stream receives all later changes. `missed` returns null if there are too many changes
   * to send.
   */
  async begin(
    round: () => Promise<void>,
    missed: (after: number) => Promise<readonly ChangeRow[] | null>,
  ): Promise<void> {
    const { after, isExpired } = this.#listener;
    await round();
    const before = after === null || isExpired ? null : await missed(after);
    if (before === null) {
      // The stream starts at the current position, so the client must read all records.
      this.#sent = this.#position;
      this.#write(`id: ${this.#position}\nevent: ${after === null ? "ready" : "reset"}\ndata: {}\n\n`);
    } else this.#write("event: ready\ndata: {}\n\n");
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const change of [...(before ?? []), ...waiting]) this.#send(change);
  }

  /** Sends changes of the stream's business, in order. The hub has read all changes up to `position`. */
  deliver(changes: readonly ChangeRow[], position: number): void {
    this.#position = position;
    if (this.#waiting !== null) this.#waiting.push(...changes);
    else for (const change of changes) this.#send(change);
  }

  comment(): void {
    this.#write(":\n\n");
  }

  /**
   * Ends the stream if the business member's role has changed, or if the session or the membership has ended. If the lookup fails, the
   * stream stays open.
   */
  async check(): Promise<void> {
    const { look, audience } = this.#listener;
    try {
      const now = await look();
      if (now?.role !== audience.role || now.ownStaffId !== audience.ownStaffId) this.end();
    } catch {
      // The lookup fails if the database is unreachable. During this time, no other process can change the role either.
    }
  }

  end(): void {
    if (this.readable.destroyed) return;
    this.readable.push(null);
    // Destroys the stream after a delay, so that a client that stops reading cannot keep the stream open.
    setTimeout(() => this.readable.destroy(), END_MS).unref();
  }

  #send(change: ChangeRow): void {
    if (change.position <= this.#sent || !mayRead(this.#listener.audience, change)) return;
    this.#sent = change.position;
    this.#write(`id: ${change.position}\nevent: change\ndata: ${JSON.stringify(noticeOf(change))}\n\n`);
  }

  #write(text: string): void {
    if (this.readable.destroyed) return;
    this.readable.push(text);
    if (this.readable.readableLength > MAX_BEHIND_BYTES)
      this.readable.destroy(new Error("The client read the change stream too slowly."));
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
