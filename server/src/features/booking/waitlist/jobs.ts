import { atBusiness } from "../../../platform/businessTime.ts";
import type { Context } from "../../../platform/context.ts";
import { type DueWork, deleteInBatches, type Job } from "../../../platform/jobs/index.ts";
import type { PaymentProvider } from "../../checkout/payments/index.ts";
import { type DueRows, dueIn, dueInAll } from "./dueRows.ts";
import { queueWaitlistEmail } from "./emails.ts";
import { expireOffer, lockWithOffer, withdrawRevoked } from "./endOffer.ts";
import { deleteFreed, leaseDue, nextFreed } from "./freedStore.ts";
import { planFreedTimes } from "./freedTimes.ts";
import { matchLocation } from "./matchLocation.ts";
import { listPendingOf } from "./offerStore.ts";
import { saveEntry } from "./saveEntry.ts";
import { nextExpiry } from "./store.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const BATCH_SIZE = 100;
/** Duration of a worker's lease on freed time, in milliseconds. */
const LEASE_MS = 5 * MINUTE_MS;
const MAX_ROWS = 1_000;
/**
 * The time before the expiry of an entry at which the client gets a notification, and the minimum age of such an entry, in milliseconds.
 */
const NOTICE_MS = DAY_MS;
const MIN_WAIT_MS = 2 * DAY_MS;

interface WaitlistSettings {
  /** The installation's secret. */
  readonly secret: string;
  /** The payment provider; if null or absent, no offer requires a deposit or a card. */
  readonly provider?: PaymentProvider | null;
}

export function waitlistJobs(context: Context, settings: WaitlistSettings): Job[] {
  const rows = dueInAll(context.database);
  return [
    {
      name: "waitlist entries whose windows have passed",
      everyMs: 10 * MINUTE_MS,
      run: (signal) => endEntries(context, rows, signal),
    },
    {
      name: "offers of the waitlist",
      // Freed time is matched at most ten seconds after its delay.
      everyMs: 5_000,
      run: (signal) => offerFreedTime(context, settings, rows, signal),
    },
  ];
}

/** Returns the due work of these jobs for one business, for test clocks. */
export function waitlistWork(context: Context, settings: WaitlistSettings): DueWork[] {
  const { database } = context;
  const { signal } = new AbortController();
  return [
    {
      name: "waitlist entries whose windows have passed",
      nextDueAt: async (businessId) => {
        const [next] = await database.query(nextExpiry, {
          businessId,
          noticeMs: NOTICE_MS,
          minWaitMs: MIN_WAIT_MS,
        });
        return earliest(next?.expires_at, next?.notice_at);
      },
      run: (businessId) => endEntries(context, dueIn(database, businessId), signal),
    },
    {
      name: "offers of the waitlist",
      nextDueAt: async (businessId) => {
        const [[freed], [offer]] = await Promise.all([
          database.query(nextFreed, { businessId }),
          database.query(listPendingOf, { businessId, limit: 1 }),
        ]);
        // Rows without a due time make the job due immediately.
        if (freed?.has_unplanned === true) return 0;
        return earliest(freed?.due_at, offer?.expires_at);
      },
      run: (businessId) => offerFreedTime(context, settings, dueIn(database, businessId), signal),
    },
  ];
}

function earliest(...instants: readonly (number | null | undefined)[]): number | null {
  const known = instants.filter((at) => at !== null && at !== undefined);
  return known.length === 0 ? null : Math.min(...known);
}

/** Expires entries whose last window has passed and notifies clients whose entries expire soon. */
async function endEntries(context: Context, rows: DueRows, signal: AbortSignal): Promise<void> {
  await deleteInBatches(signal, (limit) => rows.expireEntries(context.clock.now(), limit));
  await notifyExpiring(context, rows);
}

/** Expires and withdraws offers, and offers freed time. */
async function offerFreedTime(
  context: Context,
  settings: WaitlistSettings,
  rows: DueRows,
  signal: AbortSignal,
): Promise<void> {
  await endOffers(context, rows);
  await planFreedTimes(context, rows, signal);
  await matchDue(context, settings, rows, signal);
}

/** Expires unanswered offers and withdraws offers whose hold was revoked. */
async function endOffers(context: Context, rows: DueRows): Promise<void> {
  const { database, clock } = context;
  const now = clock.now();
  for (const offer of await rows.expiredOffers(now, BATCH_SIZE))
    await database.transaction((tx) => expireOffer(tx, offer, now));
  for (const offer of await rows.revokedOffers(BATCH_SIZE))
    await atBusiness(context, offer.business_id, () =>
      database.transaction((tx) => withdrawRevoked(tx, offer, clock.now())),
    );
}

/**
 * Matches due freed time. If a worker stops, another worker processes its rows after the lease. The holds of the first worker's
 * offers then prevent a second offer of the same time.
 */
async function matchDue(
  { database, clock }: Context,
  { secret, provider = null }: WaitlistSettings,
  due: DueRows,
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now();
  for (const { business_id, location_id } of await due.dueLocations(now, BATCH_SIZE)) {
    if (signal.aborted || location_id === null) return;
    const of = { businessId: business_id, locationId: location_id };
    const leasedUntil = now + LEASE_MS;
    const rows = await database.query(leaseDue, { ...of, now, leasedUntil, limit: MAX_ROWS });
    if (rows.length === 0) continue;
    await matchLocation({ database, secret, provider, now, signal }, { ...of, rows });
    await database.query(deleteFreed, { businessId: business_id, ids: rows.map(({ id }) => id) });
  }
}

/** Notifies the clients of entries that expire within a day, once per entry. */
async function notifyExpiring({ database, clock }: Context, rows: DueRows): Promise<void> {
  const now = clock.now();
  const soon = { beforeAt: now + NOTICE_MS, joinedBeforeAt: now - MIN_WAIT_MS, limit: BATCH_SIZE };
  for (const { business_id: businessId, id } of await rows.expiringEntries(soon))
    await database.transaction(async (tx) => {
      const locked = await lockWithOffer(tx, businessId, id);
      if (locked?.entry.status !== "waiting" || locked.entry.reminded_at !== null) return;
      saveEntry(tx, businessId, locked.entry, { reminded_at: now }, now);
      await queueWaitlistEmail(tx, { kind: "expiring", businessId, entryId: id, about: id });
    });
}
