import type { DatabaseClock } from "../../kernel/clock.ts";
import type { Database, RowOf } from "../database/index.ts";
import { clearAway, type Job } from "../jobs/index.ts";
import { codeOf, type Mailer, UncertainDelivery } from "./mailer.ts";
import {
  beginSending,
  deleteOldEmails,
  type emailColumns,
  endSending,
  giveUpExpired,
  giveUpInterrupted,
} from "./queueStore.ts";

/** How an attempt to send a letter ended. */
export type EmailOutcome = "sent" | "retry" | "failed" | "unknown";

export interface EmailSending {
  readonly database: Database;
  readonly databaseClock: DatabaseClock;
  readonly mailer: Pick<Mailer, "send">;
  readonly log: (message: string, error: unknown) => void;
  /** Told of every attempt that ended: for the metrics. */
  readonly onAttempt?: (outcome: EmailOutcome) => void;
}

/** From the end of a failed attempt to the next one, in seconds; there are six attempts. */
const RETRIES_SECONDS = [60, 300, 1_800, 7_200, 43_200];
/** No attempt lasts so long, though its end may be written down later all the same. */
const INTERRUPTED_SECONDS = 15 * 60;
const KEPT_DAYS = 30;
/** Letters under way at the same time in one process. */
const LANES = 3;

/**
 * Sends what waits in the queue, each letter once at most: that its sending begins is committed before the mail server
 * hears of it, and one whose end nobody saw is not sent again. What the server refused, or never saw the end of, is
 * tried again; that was no letter.
 */
export function emailJobs(sending: EmailSending): Job[] {
  const { database, databaseClock, log } = sending;
  const lanes = Array.from({ length: LANES }, (_, lane) => ({
    name: `letters ${lane + 1}`,
    everyMs: 1_000,
    run: (signal: AbortSignal) => sendDueEmails(sending, signal),
  }));
  const interrupted = {
    name: "interrupted letters",
    everyMs: 60_000,
    run: async () => {
      const rows = await database.query(giveUpInterrupted, [databaseClock.aheadMs(), INTERRUPTED_SECONDS]);
      for (const { id } of rows)
        log("a letter may have been sent or not, and is not sent again", new Error(id));
    },
  };
  const expired = {
    name: "letters that are too late",
    everyMs: 60_000,
    run: async () => {
      await database.query(giveUpExpired, [databaseClock.aheadMs()]);
    },
  };
  const old = {
    name: "old letters",
    everyMs: 3_600_000,
    run: (signal: AbortSignal) =>
      clearAway(signal, async (most) => {
        const [row] = await database.query(deleteOldEmails, [databaseClock.aheadMs(), KEPT_DAYS, most]);
        return row?.forgotten ?? 0;
      }),
  };
  return [...lanes, interrupted, expired, old];
}

/** Sends one letter after the other until none is due. */
export async function sendDueEmails(sending: EmailSending, signal: AbortSignal): Promise<void> {
  const { database, databaseClock } = sending;
  while (!signal.aborted) {
    const [letter] = await database.query(beginSending, [databaseClock.aheadMs()]);
    if (letter === undefined) return;
    await sendLetter(sending, letter);
  }
}

async function sendLetter(sending: EmailSending, letter: RowOf<typeof emailColumns>): Promise<void> {
  const { database, databaseClock, log, onAttempt } = sending;
  const { outcome, error } = await attempt(sending.mailer, letter);
  const status = outcome === "retry" ? "pending" : outcome;
  await database.query(endSending, [
    databaseClock.aheadMs(),
    letter.id,
    letter.attempt_count,
    status,
    error === null ? null : error.message,
    outcome === "retry" ? RETRIES_SECONDS[letter.attempt_count - 1] : null,
  ]);
  onAttempt?.(outcome);
  // The server's words may hold the address; they stay with the letter.
  if (error !== null) log(`a letter was not sent (${outcome})`, new Error(`${letter.id}: ${codeOf(error)}`));
}

async function attempt(
  mailer: EmailSending["mailer"],
  letter: RowOf<typeof emailColumns>,
): Promise<{ outcome: EmailOutcome; error: Error | null }> {
  const { calendar_text: text, calendar_method: method } = letter;
  try {
    await mailer.send({
      id: letter.id,
      to: letter.recipient,
      subject: letter.subject,
      text: letter.body_text,
      ...(text === null || method === null ? {} : { calendar: { method, text } }),
    });
    return { outcome: "sent", error: null };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    if (error instanceof UncertainDelivery) return { outcome: "unknown", error };
    return { outcome: letter.attempt_count > RETRIES_SECONDS.length ? "failed" : "retry", error };
  }
}
