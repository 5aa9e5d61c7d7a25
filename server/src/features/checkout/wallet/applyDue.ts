import { DAY, dateOf, dayAt, dayOf, startOfDay, zoneNamed } from "@daybook/engine";
import type { Clock } from "../../../kernel/clock.ts";
import { NIL_ID } from "../../../kernel/ids.ts";
import type { Context } from "../../../platform/context.ts";
import type { Database } from "../../../platform/database/index.ts";
import type { DueWork } from "../../../platform/jobs/index.ts";
import { openEntitlement } from "./openEntitlement.ts";
import { listDue, listDueOf } from "./store.ts";

const PAGE = 500;

/**
 * Writes the ledger entries for membership periods that have begun or ended by the current local day of each business. Returns the number
 * of updated entitlements. Reads and redemptions compute the same state without these entries, so the job's schedule does not affect
 * results. Concurrent and repeated runs write each entry only once. If an update fails, the run continues and throws the first error at the
 * end.
 */
export function renewMemberships(database: Database, clock: Clock): Promise<number> {
  return applyDue(database, clock, ["membership"]);
}

/** Like `renewMemberships`, but for packages and gift cards that have expired. */
export function expireEntitlements(database: Database, clock: Clock): Promise<number> {
  return applyDue(database, clock, ["package", "gift_card"]);
}

async function applyDue(database: Database, clock: Clock, kinds: readonly string[]): Promise<number> {
  const now = clock.now();
  // The latest local date of all time zones is at most the day after the current date in UTC.
  const dueOn = dateOf(Math.floor((now + DAY) / DAY));
  const failures: unknown[] = [];
  let touched = 0;
  let after = { afterOn: "0001-01-01", afterBusinessId: NIL_ID, afterId: NIL_ID };
  for (;;) {
    const due = await database.query(listDue, { dueOn, kinds, ...after, limit: PAGE });
    for (const { business_id, id, due_on, time_zone } of due) {
      try {
        if (due_on === null || due_on > dateOf(dayAt(zoneNamed(time_zone), now))) continue;
        await database.transaction((tx) => openEntitlement(tx, business_id, id, now));
        touched++;
      } catch (error) {
        failures.push(error);
      }
    }
    const last = due.at(-1);
    if (last === undefined || due.length < PAGE) break;
    after = { afterOn: last.due_on ?? dueOn, afterBusinessId: last.business_id, afterId: last.id };
  }
  if (failures.length > 0) throw failures[0];
  return touched;
}

/** Returns the work that writes the due renewals and expiries of a sandbox when its test clock advances. */
export function walletWork({ database, clock }: Context): DueWork {
  const firstDue = async (businessId: string, limit: number) =>
    (await database.query(listDueOf, { businessId, limit })).map(({ id, due_on, time_zone }) => ({
      id,
      dueAt: startOfDay(zoneNamed(time_zone), dayOf(due_on ?? "") ?? 0),
    }));
  return {
    name: "renewals and expiries",
    nextDueAt: async (businessId) => (await firstDue(businessId, 1))[0]?.dueAt ?? null,
    run: async (businessId) => {
      const now = clock.now();
      for (const { id, dueAt } of await firstDue(businessId, PAGE)) {
        if (dueAt > now) return;
        await database.transaction((tx) => openEntitlement(tx, businessId, id, now));
      }
    },
  };
}
