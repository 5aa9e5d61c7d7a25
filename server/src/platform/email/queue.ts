import { newId } from "../../kernel/ids.ts";
import type { Transaction } from "../database/index.ts";
import type { CalendarMethod } from "./mailer.ts";
import { insertEmail } from "./queueStore.ts";

/** An e-mail about a change. It may wait in the database for hours: it must not contain a link that grants access. */
export interface QueuedEmail {
  /** Unique for ever: a second e-mail with the same purpose is not written. */
  readonly purpose: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The HTML form of the text, with the same content. */
  readonly html?: string;
  /** The name of the sender, a single line; the address stays that of `MAIL_FROM`. */
  readonly senderName?: string;
  /** The address that answers go to. */
  readonly replyTo?: string;
  readonly calendar?: { readonly method: CalendarMethod; readonly text: string };
  readonly businessId?: string;
  /** The client it is about: their erasure deletes it. */
  readonly clientId?: string;
  /** In milliseconds since the epoch: from then on it fails instead of being sent, because it is about the past. */
  readonly expiresAt?: number;
  /** It is sent no earlier than so many seconds after it was written; until then it can be withdrawn. */
  readonly delaySeconds?: number;
}

/**
 * Writes an e-mail into the queue, in the transaction of the change it is about: it is sent if, and only if, that
 * commits. The worker sends it (sender.ts) within about a second of the commit.
 */
export function queueEmail(tx: Transaction, email: QueuedEmail): void {
  tx.write(insertEmail, {
    id: newId(),
    business_id: email.businessId ?? null,
    client_id: email.clientId ?? null,
    purpose: email.purpose,
    recipient: email.to,
    subject: email.subject,
    body_text: email.text,
    body_html: email.html ?? null,
    sender_name: email.senderName ?? null,
    reply_to: email.replyTo ?? null,
    calendar_text: email.calendar?.text ?? null,
    calendar_method: email.calendar?.method ?? null,
    expires_at: email.expiresAt ?? null,
    delaySeconds: email.delaySeconds ?? 0,
  });
}
