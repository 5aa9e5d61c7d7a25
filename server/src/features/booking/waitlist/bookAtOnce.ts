import { newId } from "../../../kernel/ids.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import type { PaymentProvider } from "../../checkout/payments/index.ts";
import type { SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import { offerHolds } from "../holds/index.ts";
import { bookOffered } from "./bookOffered.ts";
import { queueWaitlistEmail } from "./emails.ts";
import { checkStart, type OfferedStart, offerToken } from "./makeOffer.ts";
import { termsOfOffer } from "./offerPayment.ts";
import type { CandidateRow } from "./offerStore.ts";
import type { EntryRow } from "./store.ts";

const HOUR_MS = 3_600_000;
/** Minimum time in milliseconds between an automatic booking and the start of the appointment. */
const MIN_AHEAD_MS = 24 * HOUR_MS;
/** The time in milliseconds after an automatic booking in which the client can cancel for free. */
export const FREE_UNDO_MS = 2 * HOUR_MS;

/**
 * Returns whether a match is booked automatically: the client has enabled automatic bookings, the start is at least a day ahead, and the
 * booking requires no deposit and no card.
 */
export async function isBookedAtOnce(
  reader: Reader,
  snapshot: SchedulingSnapshot,
  provider: PaymentProvider | null,
  { id: entryId, auto_book }: Pick<CandidateRow, "id" | "auto_book">,
  { startsAt, items }: OfferedStart,
  now: number,
): Promise<boolean> {
  if (!auto_book || startsAt - now < MIN_AHEAD_MS) return false;
  const terms = await termsOfOffer(reader, snapshot, provider, { entryId, items });
  return terms === null || (terms.depositMinor === 0 && terms.fees === null);
}

/**
 * Books a start time for the client of a locked waiting entry and queues the e-mail. Throws `NotOffered` if availability does
 * not offer the start time, and the errors of `checkStart` and `bookOffered`.
 */
export async function bookAtOnce(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  entry: EntryRow,
  offered: OfferedStart & { readonly secret: string; readonly now: number },
): Promise<void> {
  const { businessId, policyVersion } = snapshot;
  const { startsAt, secret, now } = offered;
  const { cart, patchTest, client } = await checkStart(tx, snapshot, entry, offered);
  const id = newId();
  const token = offerToken(secret, businessId, id);
  await offerHolds.create(tx, snapshot, {
    id,
    token,
    cart,
    startsAt,
    patchTest,
    expiresAt: now + HOUR_MS,
    now,
  });
  const answer = { policyVersion, language: entry.language ?? "en", now } as const;
  const { entry: after } = await bookOffered(tx, snapshot, {
    entry,
    client,
    holdId: id,
    token,
    offered,
    answer,
    isAtOnce: true,
  });
  await queueWaitlistEmail(tx, {
    kind: "booked",
    businessId,
    entryId: entry.id,
    about: after.appointment_id ?? entry.id,
    startsAt,
    untilAt: now + FREE_UNDO_MS,
  });
}
