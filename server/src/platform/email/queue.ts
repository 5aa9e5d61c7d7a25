import { newId } from "../../kernel/ids.ts";
import type { Transaction } from "../database/index.ts";
import type { CalendarMethod } from "./mailer.ts";
import { insertEmail } from "./queueStore.ts";

/** A letter that tells of a change. It may wait in the database for hours: never put into it what opens a door. */
export interface QueuedEmail {
  /** What it is for, once and for ever: a second letter for the same purpose is not written. */
  readonly purpose: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly calendar?: { readonly method: CalendarMethod; readonly text: string };
  readonly businessId?: string;
  /** Of whom it tells, so that it goes when they are erased. */
  readonly clientId?: string;
  /** From when on it tells of what is past: then it fails, and is sent no more. */
  readonly expiresAt?: number;
}

/**
 * Writes a letter into the queue, in the transaction of what it tells of: it goes out if, and only if, that happened.
 * The worker sends it (sender.ts) within about a second of the commit.
 */
export function queueEmail(tx: Transaction, mail: QueuedEmail): void {
  tx.write(insertEmail, [
    newId(),
    mail.businessId ?? null,
    mail.clientId ?? null,
    mail.purpose,
    mail.to,
    mail.subject,
    mail.text,
    mail.calendar?.text ?? null,
    mail.calendar?.method ?? null,
    mail.expiresAt === undefined ? null : new Date(mail.expiresAt),
  ]);
}
