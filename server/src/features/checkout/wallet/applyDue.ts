import { DAY, dateOf, dayAt, zoneNamed } from "@daybook/engine";
import type { Clock } from "../../../kernel/clock.ts";
import { NIL_ID } from "../../../kernel/ids.ts";
import type { Database } from "../../../platform/database/index.ts";
import { openEntitlement } from "./openEntitlement.ts";
import { listDue } from "./store.ts";

const PAGE = 500;
/**
 * Gives memberships the credits of the periods that have begun, on each business's own day, and lapses those that are
 * over. Answers how many it touched. A chore of the worker: reading and paying from a wallet see it without, so how
 * often it runs changes no answer. Several at once, and again after an interruption, write nothing twice. One that
 * cannot be tended keeps no other from it: the failure is thrown in the end.
 */
export function renewMemberships(database: Database, clock: Clock): Promise<number> {
  return tend(database, clock, ["membership"]);
}

/** The same for packages and gift cards whose last day is over: what is left lapses. */
export function expireEntitlements(database: Database, clock: Clock): Promise<number> {
  return tend(database, clock, ["package", "gift_card"]);
}

async function tend(database: Database, clock: Clock, kinds: readonly string[]): Promise<number> {
  const now = clock.now();
  // Somewhere it is tomorrow already.
  const latest = dateOf(Math.floor((now + DAY) / DAY));
  const failures: unknown[] = [];
  let touched = 0;
  let after = ["0001-01-01", NIL_ID, NIL_ID];
  for (;;) {
    const due = await database.query(listDue, [latest, ...after, kinds, PAGE]);
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
    after = [last.due_on ?? latest, last.business_id, last.id];
  }
  if (failures.length > 0) throw failures[0];
  return touched;
}
