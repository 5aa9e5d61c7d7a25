import type { DatabaseClock } from "../../kernel/clock.ts";
import type { Database, RowOf } from "../database/index.ts";
import { deleteInBatches, type Job } from "../jobs/index.ts";
import { TextNotSent, type TextSender } from "../sms/index.ts";
import { errorCodeOf, type Mailer, UncertainDelivery } from "./mailer.ts";
import {
  beginSending,
  beginSendingText,
  deleteOldEmails,
  type dueColumns,
  endSending,
  failExpired,
  markInterrupted,
} from "./queueStore.ts";

/** The result of an attempt to send an e-mail or text message. `unknown`: the mail server or provider may have accepted it. */
export type EmailOutcome = "sent" | "retry" | "failed" | "unknown";

export interface EmailSending {
  readonly database: Database;
  readonly databaseClock: DatabaseClock;
  readonly mailer: Pick<Mailer, "send">;
  /** Sends text messages. If null or absent, queued text messages are not sent and fail when they expire. */
  readonly textSender?: Pick<TextSender, "send"> | null;
  /** Returns the text of a business's e-mail with links that must not be stored in the queue. */
  readonly fill?: (text: string, businessId: string) => string;
  readonly log: (message: string, error: unknown) => void;
  /** Called after every attempt, for the metrics. */
  readonly onAttempt?: (outcome: EmailOutcome) => void;
  readonly onTextAttempt?: (outcome: EmailOutcome) => void;
}

/** The delays in seconds between failed attempts. There are six attempts. */
const RETRIES_SECONDS = [60, 300, 1_800, 7_200, 43_200];
/** Age after which an attempt counts as interrupted. Attempts are much shorter; a later result is still stored. */
const INTERRUPTED_SECONDS = 15 * 60;
/**
 * The maximum number of e-mails, and of text messages, that a process sends concurrently. The limits are separate, so that a
 * slow mail server does not delay text messages, and a slow provider of text messages does not delay e-mails.
 */
const CONCURRENCY = 3;

/**
 * Returns the jobs that send queued e-mails and text messages, and the jobs that maintain the queue. A job commits the start of an attempt before it contacts the mail server, and an
 * attempt without a result is not repeated, so each e-mail is sent at most once. The jobs retry e-mails that the server
 * rejected or did not receive completely.
 */
export function emailJobs(sending: EmailSending): Job[] {
  const { database, databaseClock, log } = sending;
  const concurrent = (name: string, send: typeof sendDueEmails) =>
    Array.from({ length: CONCURRENCY }, (_, index) => ({
      name: `${name} ${index + 1}`,
      everyMs: 1_000,
      run: (signal: AbortSignal) => send(sending, signal),
    }));
  const due = [
    ...concurrent("e-mails", sendDueEmails),
    ...(sending.textSender == null ? [] : concurrent("text messages", sendDueTexts)),
  ];
  const interrupted = {
    name: "interrupted e-mails",
    everyMs: 60_000,
    run: async () => {
      const aheadMs = databaseClock.aheadMs();
      const rows = await database.query(markInterrupted, { aheadMs, timeoutSeconds: INTERRUPTED_SECONDS });
      for (const { id } of rows)
        log("an e-mail may or may not have been sent, and is not sent again", new Error(id));
    },
  };
  const expired = {
    name: "expired e-mails",
    everyMs: 60_000,
    run: async () => {
      await database.query(failExpired, { aheadMs: databaseClock.aheadMs() });
    },
  };
  const old = {
    name: "old e-mails",
    everyMs: 3_600_000,
    run: (signal: AbortSignal) =>
      deleteInBatches(signal, async (limit) => {
        const [row] = await database.query(deleteOldEmails, { aheadMs: databaseClock.aheadMs(), limit });
        return row?.deleted ?? 0;
      }),
  };
  return [...due, interrupted, expired, old];
}

/** Sends due e-mails one at a time until none is left. */
export async function sendDueEmails(sending: EmailSending, signal: AbortSignal): Promise<void> {
  const { database, databaseClock } = sending;
  while (!signal.aborted) {
    const [email] = await database.query(beginSending, { aheadMs: databaseClock.aheadMs() });
    if (email === undefined) return;
    const { outcome, error } = await attempt(sending, email);
    await recordAttempt(sending, email, outcome, error);
    sending.onAttempt?.(outcome);
    // The mail server's message may contain the address, so it is stored with the e-mail but not logged.
    if (error !== null)
      sending.log(`an e-mail was not sent (${outcome})`, new Error(`${email.id}: ${errorCodeOf(error)}`));
  }
}

/** Sends due text messages one at a time until none is left. */
export async function sendDueTexts(sending: EmailSending, signal: AbortSignal): Promise<void> {
  const { database, databaseClock, textSender } = sending;
  while (textSender != null && !signal.aborted) {
    const [message] = await database.query(beginSendingText, { aheadMs: databaseClock.aheadMs() });
    if (message === undefined) return;
    const { outcome, error } = await attemptText(sending, textSender, message);
    await recordAttempt(sending, message, outcome, error);
    sending.onTextAttempt?.(outcome);
    if (error !== null) {
      const code = error instanceof TextNotSent ? error.code : errorCodeOf(error);
      sending.log(`a text message was not sent (${outcome})`, new Error(`${message.id}: ${code}`));
    }
  }
}

async function recordAttempt(
  { database, databaseClock }: EmailSending,
  { id, attempt_count }: RowOf<typeof dueColumns>,
  outcome: EmailOutcome,
  error: Error | null,
): Promise<void> {
  await database.query(endSending, {
    aheadMs: databaseClock.aheadMs(),
    id,
    attempt_count,
    status: outcome === "retry" ? "pending" : outcome,
    last_error: error?.message ?? null,
    retryAfterSeconds: outcome === "retry" ? (RETRIES_SECONDS[attempt_count - 1] ?? null) : null,
  });
}

interface Attempt {
  readonly outcome: EmailOutcome;
  readonly error: Error | null;
}

/** Inserts into the text the links that must not be stored in the queue. */
function filledText({ fill }: EmailSending, text: string, businessId: string | null): string {
  return fill === undefined || businessId === null ? text : fill(text, businessId);
}

async function attemptText(
  sending: EmailSending,
  textSender: Pick<TextSender, "send">,
  { recipient: to, body_text, business_id, attempt_count }: RowOf<typeof dueColumns>,
): Promise<Attempt> {
  try {
    await textSender.send({ to, text: filledText(sending, body_text, business_id) });
    return { outcome: "sent", error: null };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const outcome = error instanceof TextNotSent ? error.outcome : "retry";
    return { outcome: outcome === "retry" && isLast(attempt_count) ? "failed" : outcome, error };
  }
}

function isLast(attemptCount: number): boolean {
  return attemptCount > RETRIES_SECONDS.length;
}

async function attempt(sending: EmailSending, email: RowOf<typeof dueColumns>): Promise<Attempt> {
  const { mailer } = sending;
  const { calendar_text: text, calendar_method: method, business_id: businessId } = email;
  const filled = (body: string) => filledText(sending, body, businessId);
  try {
    await mailer.send({
      id: email.id,
      to: email.recipient,
      subject: email.subject,
      text: filled(email.body_text),
      ...(email.body_html === null ? {} : { html: filled(email.body_html) }),
      ...(email.sender_name === null ? {} : { senderName: email.sender_name }),
      ...(email.reply_to === null ? {} : { replyTo: email.reply_to }),
      ...(text === null || method === null ? {} : { calendar: { method, text } }),
    });
    return { outcome: "sent", error: null };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    if (error instanceof UncertainDelivery) return { outcome: "unknown", error };
    return { outcome: isLast(email.attempt_count) ? "failed" : "retry", error };
  }
}
