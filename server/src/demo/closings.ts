import { instantOf } from "@daybook/engine";
import { closeDay, expectedClosing } from "../features/checkout/day-closings/index.ts";
import { seededRandom } from "./random.ts";
import type { Action } from "./runActions.ts";
import { cents, LOCATIONS } from "./salon.ts";
import type { Demo } from "./setUp.ts";

/** The local time of day at which the salon counts its money, in minutes. */
const CLOSING_MINUTE = 20 * 60 + 20;
const COUNTED: readonly string[] = ["cash", "card"];

/** Closes each past day with payments at each location. On some days, the counted cash differs from the expected amount. */
export function closingActions(demo: Demo): Action[] {
  const days = Array.from({ length: demo.days.past }, (_, index) => demo.today - demo.days.past + index);
  return days.flatMap((day) =>
    LOCATIONS.map(
      ({ name }): Action => ({
        at: instantOf(demo.zone, day, CLOSING_MINUTE),
        client: null,
        // A closing covers all earlier payments, so it runs after they have been written.
        order: "alone",
        run: () => close(demo, name, day),
      }),
    ),
  );
}

async function close(
  { tx, businessId, ownerId, idOf, zone }: Demo,
  name: string,
  day: number,
): Promise<void> {
  const location_id = idOf(name);
  const { methods } = await expectedClosing(tx, businessId, location_id);
  if (methods.length === 0) return;
  const isShort = seededRandom(`closing ${name} ${day}`).happens(0.08);
  const counted = methods
    .filter(({ method }) => COUNTED.includes(method))
    .map(({ method, expected }) => {
      const missing = isShort && method === "cash" && expected.amount >= 500 ? 500 : 0;
      return { method, amount: cents(expected.amount - missing) };
    });
  const isMissing = counted.some(
    ({ method, amount }) => amount.amount !== methods.find((one) => one.method === method)?.expected.amount,
  );
  const input = {
    location_id,
    counted,
    ...(isMissing ? { note: "Five euros missing; counted twice." } : {}),
  };
  await closeDay(tx, businessId, { input, userId: ownerId, now: instantOf(zone, day, CLOSING_MINUTE) });
}
