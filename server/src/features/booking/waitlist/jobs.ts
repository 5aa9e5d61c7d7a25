import type { Context } from "../../../platform/context.ts";
import { deleteInBatches, type Job } from "../../../platform/jobs/index.ts";
import { queueWaitlistEmail } from "./emails.ts";
import { expireOffer, lockWithOffer, withdrawRevoked } from "./endOffer.ts";
import { deleteFreed, leaseDue, listDueLocations, listRevokedOffers } from "./freedStore.ts";
import { planFreedTimes } from "./freedTimes.ts";
import { matchLocation } from "./matchLocation.ts";
import { listExpiredOffers } from "./offerStore.ts";
import { saveEntry } from "./saveEntry.ts";
import { expireEntries, listExpiring } from "./store.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const BATCH_SIZE = 100;
/** How long a worker may match the freed time that it has taken before another worker takes it. */
const LEASE_MS = 5 * MINUTE_MS;
const MAX_ROWS = 1_000;
/** How long before the end of an entry its client is notified, and the minimum age of the entry. */
const NOTICE_MS = DAY_MS;
const MIN_WAIT_MS = 2 * DAY_MS;

/** Returns the jobs of the waitlist. */
export function waitlistJobs(context: Context, { secret }: { readonly secret: string }): Job[] {
  const { database, clock } = context;
  return [
    {
      name: "waitlist entries whose windows have passed",
      everyMs: 10 * MINUTE_MS,
      run: async (signal) => {
        await deleteInBatches(signal, async (limit) => {
          const [row] = await database.query(expireEntries, { now: clock.now(), limit });
          return row?.expired ?? 0;
        });
        await notifyExpiring(context);
      },
    },
    {
      name: "offers of the waitlist",
      // Freed time is matched at most ten seconds after its delay.
      everyMs: 5_000,
      run: async (signal) => {
        await endOffers(context);
        await planFreedTimes(database, clock.now(), signal);
        await matchDue(context, secret, signal);
      },
    },
  ];
}

/** Expires offers whose time to answer is over, and withdraws those whose hold staff have booked over. */
async function endOffers({ database, clock }: Context): Promise<void> {
  const now = clock.now();
  for (const offer of await database.query(listExpiredOffers, { now, limit: BATCH_SIZE }))
    await database.transaction((tx) => expireOffer(tx, offer, now));
  for (const offer of await database.query(listRevokedOffers, { limit: BATCH_SIZE }))
    await database.transaction((tx) => withdrawRevoked(tx, offer, now));
}

/**
 * Matches the freed time that is due. If a worker is killed, another one takes its rows. Time that it had already offered is held,
 * so it is not offered again.
 */
async function matchDue({ database, clock }: Context, secret: string, signal: AbortSignal): Promise<void> {
  const now = clock.now();
  for (const { business_id, location_id } of await database.query(listDueLocations, {
    now,
    limit: BATCH_SIZE,
  })) {
    if (signal.aborted || location_id === null) return;
    const of = { businessId: business_id, locationId: location_id };
    const leasedUntil = now + LEASE_MS;
    const rows = await database.query(leaseDue, { ...of, now, leasedUntil, limit: MAX_ROWS });
    if (rows.length === 0) continue;
    await matchLocation({ database, secret, now, signal }, { ...of, rows });
    await database.query(deleteFreed, { businessId: business_id, ids: rows.map(({ id }) => id) });
  }
}

/** Notifies the clients of entries that end within a day, once for each entry. */
async function notifyExpiring({ database, clock }: Context): Promise<void> {
  const now = clock.now();
  const soon = { beforeAt: now + NOTICE_MS, joinedBeforeAt: now - MIN_WAIT_MS, limit: BATCH_SIZE };
  for (const { business_id: businessId, id } of await database.query(listExpiring, soon))
    await database.transaction(async (tx) => {
      const locked = await lockWithOffer(tx, businessId, id);
      if (locked?.entry.status !== "waiting" || locked.entry.reminded_at !== null) return;
      saveEntry(tx, businessId, locked.entry, { reminded_at: now }, now);
      await queueWaitlistEmail(tx, { kind: "expiring", businessId, entryId: id, about: id });
    });
}
