import { newId } from "../../kernel/ids.ts";
import type { Transaction } from "../database/index.ts";
import type { CalendarMethod } from "./mailer.ts";
import { insertEmail } from "./queueStore.ts";

/** An e-mail about a change. It may stay in the queue for hours, so it must not contain a link that grants access. */
export interface QueuedEmail {
  /** A unique key: an e-mail is not queued if the queue already contains an e-mail, even a sent one, with the same purpose. */
  readonly purpose: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The HTML version of the text, with the same content. */
  readonly html?: string;
  /** The sender's name, on a single line. The address is always that of `MAIL_FROM`. */
  readonly senderName?: string;
  readonly replyTo?: string;
  readonly calendar?: { readonly method: CalendarMethod; readonly text: string };
  readonly businessId?: string;
  /** The client that the e-mail is about. Erasing the client deletes the e-mail. */
  readonly clientId?: string;
  /** After this instant the e-mail fails instead of being sent, because it is outdated. In milliseconds since the epoch. */
  readonly expiresAt?: number;
  /** Minimum delay before sending, in seconds. Until then the e-mail can be withdrawn. */
  readonly delaySeconds?: number;
}

/**
 * Queues an e-mail in the transaction of its change, so it is queued if and only if that transaction commits. The worker
 * sends it (sender.ts) within about one second of the commit.
 */
export function queueEmail(tx: Transaction, email: QueuedEmail): void {
  tx.write(insertEmail, {
    id: newId(),
    channel: "email",
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

/** A text message about a change. Like a `QueuedEmail`, it must not contain a link that grants access. */
export interface QueuedText
  extends Pick<QueuedEmail, "purpose" | "text" | "businessId" | "clientId" | "expiresAt" | "delaySeconds"> {
  /** The phone number in E.164. */
  readonly to: string;
}

/** Queues a text message in the e-mail queue, with the same guarantees. */
export function queueText(tx: Transaction, message: QueuedText): void {
  tx.write(insertEmail, {
    id: newId(),
    channel: "sms",
    business_id: message.businessId ?? null,
    client_id: message.clientId ?? null,
    purpose: message.purpose,
    recipient: message.to,
    subject: "",
    body_text: message.text,
    body_html: null,
    sender_name: null,
    reply_to: null,
    calendar_text: null,
    calendar_method: null,
    expires_at: message.expiresAt ?? null,
    delaySeconds: message.delaySeconds ?? 0,
  });
}
