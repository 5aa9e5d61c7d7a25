import type { AppointmentItems, Item } from "../src/appointmentItems.ts";
import { RULES_FOR, type Rule } from "../src/starts.ts";
import { type Oracle, oracleOf } from "./oracle.ts";
import { type Audience, bookedOf, calendarAt, numberIn, searchOf } from "./salonFacts.ts";
import type { Salon } from "./salons.ts";

/** An expected start with the staff member of each item, as indexes into the salon's staff. */
export interface ExpectedSlot {
  readonly startsAt: number;
  readonly staff: readonly number[];
}

/**
 * Returns the search window and the slots that contract §4 requires for a salon's wanted items. Checks each start
 * separately.
 */
export function expectedSlots(
  salon: Salon,
  audience: Audience,
  rules: ReadonlySet<Rule> = audience === "team" ? RULES_FOR.teamOffering : RULES_FOR.online,
): { fromAt: number; untilAt: number; slots: ExpectedSlot[] } {
  const oracle = oracleOf(salon, audience);
  const firstDay = Date.parse(salon.date) / 86_400_000;
  const fromMinute = oracle.calendar.beginningOf(firstDay) + salon.trimmedMinutes[0];
  const untilMinute = oracle.calendar.beginningOf(firstDay + salon.days) - salon.trimmedMinutes[1];
  const step = salon.wantedItems[0]?.rules.slotStepMinutes ?? 1;
  const at = (minute: number) => calendarAt(salon) + minute * 60_000;
  const slots: ExpectedSlot[] = [];
  for (let minute = fromMinute; minute < untilMinute; minute++) {
    if (!oracle.isOnGrid(minute, step)) continue;
    const items = assignmentAt(salon, audience, oracle, minute, rules);
    if (items === undefined) continue;
    slots.push({ startsAt: at(minute), staff: items.map((item) => numberIn(item.staffId)) });
  }
  return { fromAt: at(fromMinute), untilAt: at(untilMinute), slots };
}

/**
 * Returns an assignment with one staff member for all `any` items if possible. Otherwise assigns item by item with
 * backtracking.
 */
function assignmentAt(
  salon: Salon,
  audience: Audience,
  oracle: Oracle,
  minute: number,
  rules: ReadonlySet<Rule>,
): AppointmentItems | undefined {
  const day = oracle.calendar.dayOf[minute] ?? 0;
  const { items } = searchOf(salon, audience, 0, 0);
  const fits = (assigned: AppointmentItems) => oracle.refusal(assigned, minute, rules) === undefined;
  const options = items.map(({ candidates, any, ...rest }) => ({
    any,
    performed: candidates
      .map((one): Item => ({ ...rest, ...one }))
      .sort(
        (one, other) => minutesOf(one) - minutesOf(other) || numberIn(one.staffId) - numberIn(other.staffId),
      ),
  }));
  const single = salon.staff
    .map((_, staff) => `staff-${staff}`)
    .map((id) =>
      options.map(({ any, performed }) => (any ? performed.find((one) => one.staffId === id) : performed[0])),
    )
    .filter((list): list is Item[] => list.every((item) => item !== undefined) && fits(list as Item[]));
  const firstAny = options.findIndex(({ any }) => any);
  if (firstAny < 0) return single[0];
  const least = Math.min(...single.map((list) => minutesOf(list[firstAny] as Item)));
  const one = single.find((list) => minutesOf(list[firstAny] as Item) === least);
  return one ?? mixed([]);

  function minutesOf(item: Item): number {
    return bookedOf(salon, numberIn(item.staffId), day);
  }

  function mixed(assigned: AppointmentItems): AppointmentItems | undefined {
    const next = options[assigned.length];
    if (next === undefined) return fits(assigned) ? assigned : undefined;
    for (const item of next.performed) {
      const found = mixed([...assigned, item]);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
