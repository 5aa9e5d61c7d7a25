import type { Transaction } from "../../../platform/database/index.ts";
import { queueEmail } from "../../../platform/email/index.ts";
import { clientEmail } from "../../scheduling/appointment-notifications/index.ts";
import { waitlistLinkMark } from "../manage-links/index.ts";
import { type WaitlistEmailKind, type WaitlistEmailTexts, waitlistEmailTexts } from "./emailTexts.ts";
import { findRecipient } from "./recipientStore.ts";

/** An e-mail about an entry or about one of its offers. */
export interface WaitlistEmail {
  readonly kind: WaitlistEmailKind;
  readonly businessId: string;
  readonly entryId: string;
  /** The id of the offer, appointment or entry. Each kind of e-mail is queued only once per id. */
  readonly about: string;
  readonly startsAt?: number;
  /** The expiry of an offer, or the end of free cancellation for an automatic booking. */
  readonly untilAt?: number;
  /** Whether other clients received the same offer. */
  readonly isShared?: boolean;
  /** Whether the client has not answered several offers; the e-mail then asks whether the client is still waiting. */
  readonly isUnanswered?: boolean;
}

/**
 * Queues an e-mail to the client of an entry. Does nothing if the client is deleted or has no e-mail address.
 */
export async function queueWaitlistEmail(tx: Transaction, email: WaitlistEmail): Promise<void> {
  const { kind, businessId, entryId, startsAt = null } = email;
  const [recipient] = await tx.query(findRecipient, { businessId, entryId });
  if (recipient === undefined || recipient.client_email === null) return;
  const texts = waitlistEmailTexts(recipient.locale);
  const composed = clientEmail(recipient, ({ business, local }) => ({
    subject: texts.subject[kind],
    opening: texts.opening[kind](business),
    startsAt,
    serviceNames: recipient.service_names,
    note: noteOf(texts, email, local),
    link: {
      label: texts.link[kind],
      url: waitlistLinkMark(entryId),
      look: kind === "offer" ? "main" : "button",
    },
  }));
  queueEmail(tx, {
    ...composed,
    purpose: `waitlist-${kind}:${email.about}`,
    to: recipient.client_email,
    businessId,
    clientId: recipient.client_id,
    ...(kind === "offer" && email.untilAt !== undefined ? { expiresAt: email.untilAt } : {}),
  });
}

function noteOf(
  texts: WaitlistEmailTexts,
  { kind, untilAt, isShared, isUnanswered }: WaitlistEmail,
  local: (at: number) => string,
): string | null {
  if (kind === "expired" && isUnanswered === true) return texts.stillWaiting;
  if (untilAt === undefined) return null;
  if (kind === "booked") return texts.undoBy(local(untilAt));
  return isShared === true ? texts.firstAnswer(local(untilAt)) : texts.answerBy(local(untilAt));
}
