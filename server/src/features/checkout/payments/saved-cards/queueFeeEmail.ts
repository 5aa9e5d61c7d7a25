import type { Transaction } from "../../../../platform/database/index.ts";
import { queueEmail } from "../../../../platform/email/index.ts";
import { clientEmail } from "../../../scheduling/appointment-notifications/index.ts";
import { findFeeRecipient } from "./feeEmailStore.ts";
import { feeEmailTexts } from "./feeEmailTexts.ts";

/** A fee that the client must pay on a page of the payment provider. */
interface FeeToPay {
  readonly businessId: string;
  readonly appointmentId: string;
  readonly kind: "late_cancel" | "no_show";
  readonly paymentId: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly url: string;
  /** The time at which the page closes. */
  readonly untilAt: number;
}

/**
 * Queues the e-mail with the link to the page on which the client can pay a fee, once per payment. Does nothing if the client is deleted or
 * has no e-mail address. The link gives access to this payment only. The e-mail is not sent after the page has closed.
 */
export async function queueFeeEmail(tx: Transaction, fee: FeeToPay): Promise<void> {
  const { businessId, appointmentId, untilAt } = fee;
  const [recipient] = await tx.query(findFeeRecipient, { businessId, appointmentId });
  if (recipient === undefined) return;
  const texts = feeEmailTexts(recipient.locale);
  const composed = clientEmail(recipient, ({ business, local, money }) => ({
    subject: texts.subject,
    opening: texts.opening[fee.kind](business, money(fee.currency, fee.amountMinor)),
    startsAt: recipient.starts_at,
    serviceNames: recipient.service_names,
    note: texts.payBy(local(untilAt)),
    link: { label: texts.link, url: fee.url, look: "main" },
  }));
  queueEmail(tx, {
    ...composed,
    purpose: `fee-payment:${fee.paymentId}`,
    to: recipient.email,
    businessId,
    clientId: recipient.client_id,
    expiresAt: untilAt,
  });
}
