import { closeDay, expectedClosing } from "../features/checkout/day-closings/index.ts";
import { type Demo, timeOn } from "./demo.ts";
import { seededRandom } from "./random.ts";
import { cents, LOCATIONS } from "./salon.ts";
import type { Action } from "./timeline.ts";

/** The local time at which the salon counts its money. */
const CLOSING_TIME = "20:20";

/** Closes each past day with payments at each location. On some days, five euros are missing in the till. */
export function closingActions(demo: Demo): Action[] {
  return Array.from({ length: demo.days.past }, (_, index) => index - demo.days.past).flatMap((dayOffset) =>
    LOCATIONS.map(([location]) => ({
      at: timeOn(demo, dayOffset, CLOSING_TIME),
      run: (now) => close(demo, location, now),
    })),
  );
}

async function close({ tx, businessId, ownerId, idOf }: Demo, location: string, now: number): Promise<void> {
  const location_id = idOf(location);
  const { methods } = await expectedClosing(tx, businessId, location_id);
  if (methods.length === 0) return;
  const cash = methods.find(({ method }) => method === "cash")?.expected.amount ?? 0;
  const missing = cash >= 500 && seededRandom(`closing ${location} ${now}`).happens(0.08) ? 500 : 0;
  const counted = methods.flatMap(({ method, expected: { amount } }) =>
    method === "cash" || method === "card"
      ? [{ method, amount: cents(amount - (method === "cash" ? missing : 0)) }]
      : [],
  );
  const note = missing > 0 ? { note: "Five euros missing; counted twice." } : {};
  await closeDay(tx, businessId, { input: { location_id, counted, ...note }, userId: ownerId, now });
}
