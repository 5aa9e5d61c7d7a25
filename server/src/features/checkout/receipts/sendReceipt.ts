import { invalid } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { queueEmail } from "../../../platform/email/index.ts";
import { useQuota } from "../../../platform/limits/index.ts";
import { readReceipt } from "./readReceipt.ts";
import { receiptPage } from "./receiptPage.ts";
import { receiptText } from "./receiptText.ts";
import type { SentReceiptRecord } from "./schema.ts";
import { findRecipient } from "./store.ts";

/** Maximum number of receipts that a user can send per hour, so that a stolen session cannot send unlimited e-mail. */
export const RECEIPTS_PER_HOUR = 200;

/**
 * Queues an e-mail with the receipt of a sale to the given address or, without an address, to the client of the sale. Throws the errors of
 * `readReceipt`, `validation_failed` if neither the request nor the client has an address, and `rate_limited`.
 */
export async function sendReceipt(
  tx: Transaction,
  businessId: string,
  sending: {
    readonly saleId: string;
    readonly email: string | undefined;
    readonly userId: string;
    readonly own: Parameters<typeof readReceipt>[3];
    readonly now: number;
  },
): Promise<SentReceiptRecord> {
  const { saleId, email, userId, own, now } = sending;
  const read = await readReceipt(tx, businessId, saleId, own);
  const [recipient] = await tx.query(findRecipient, { businessId, saleId });
  const to = email ?? recipient?.email ?? undefined;
  if (to === undefined)
    throw invalid({ path: "/email", message: "is required: the sale has no client with an e-mail address" });
  const quota = {
    purpose: "receipts by e-mail",
    subject: userId,
    max: RECEIPTS_PER_HOUR,
    windowMs: 3_600_000,
  };
  await useQuota(tx, quota, now, `A user can send ${RECEIPTS_PER_HOUR} receipts an hour. Try again later.`);
  const { subject, text } = receiptText(read);
  queueEmail(tx, {
    purpose: `receipt:${saleId}:${newId()}`,
    to,
    subject,
    text,
    html: receiptPage(read, "html").text,
    senderName: singleLine(read.receipt.business_name),
    businessId,
    ...(recipient?.client_id ? { clientId: recipient.client_id } : {}),
    ...(recipient?.location_email ? { replyTo: singleLine(recipient.location_email) } : {}),
  });
  return { sale_id: saleId, sent_to: email ?? null };
}

function singleLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}
