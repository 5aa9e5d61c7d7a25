import type { AppointmentItems, Item } from "../src/appointmentItems.ts";
import { RULES_FOR, type Rule } from "../src/starts.ts";
import { type Oracle, oracleOf } from "./oracle.ts";
import { type Audience, bookedOf, calendarAt, numberIn, searchOf } from "./salonFacts.ts";
import type { Salon } from "./salons.ts";

/** A start with the members that the contract assigns, as indexes of staff. */
export interface ExpectedSlot {
  readonly startsAt: number;
  readonly staff: readonly number[];
}

/** What contract §4 offers for a salon's wishes, decided start by start, and the instants between which it was asked. */
export function expectedSlots(
  salon: Salon,
  audience: Audience,
  rules: ReadonlySet<Rule> = audience === "team" ? RULES_FOR.teamOffering : RULES_FOR.online,
): { fromAt: number; untilAt: number; slots: ExpectedSlot[] } {
  const oracle = oracleOf(salon, audience);
  const firstDay = Date.parse(salon.date) / 86_400_000;
  const fromMinute = oracle.calendar.beginningOf(firstDay) + salon.trimmed[0];
  const untilMinute = oracle.calendar.beginningOf(firstDay + salon.days) - salon.trimmed[1];
  const step = salon.wishes[0]?.rules.slotStepMinutes ?? 1;
  const at = (minute: number) => calendarAt(salon) + minute * 60_000;
  const slots: ExpectedSlot[] = [];
  for (let minute = fromMinute; minute < untilMinute; minute++) {
    if (!oracle.isOnGrid(minute, step)) continue;
    const visit = chosen(salon, audience, oracle, minute, rules);
    if (visit === undefined) continue;
    slots.push({ startsAt: at(minute), staff: visit.map((item) => numberIn(item.staffId)) });
  }
  return { fromAt: at(fromMinute), untilAt: at(untilMinute), slots };
}

/** One member for everything that anybody may do, where there is one; else in order, going back where it must. */
function chosen(
  salon: Salon,
  audience: Audience,
  oracle: Oracle,
  minute: number,
  rules: ReadonlySet<Rule>,
): AppointmentItems | undefined {
  const day = oracle.calendar.dayOf[minute] ?? 0;
  const { items } = searchOf(salon, audience, 0, 0);
  const fits = (visit: AppointmentItems) => oracle.refusal(visit, minute, rules) === undefined;
  const options = items.map(({ candidates, any, ...rest }) => ({
    any,
    people: candidates
      .map((one): Item => ({ ...rest, ...one }))
      .sort(
        (one, other) => minutesOf(one) - minutesOf(other) || numberIn(one.staffId) - numberIn(other.staffId),
      ),
  }));
  const alone = salon.staff
    .map((_, staff) => `staff-${staff}`)
    .map((id) =>
      options.map(({ any, people }) => (any ? people.find((one) => one.staffId === id) : people[0])),
    )
    .filter((visit): visit is Item[] => visit.every((item) => item !== undefined) && fits(visit as Item[]));
  const isOpen = options.findIndex(({ any }) => any);
  if (isOpen < 0) return alone[0];
  const least = Math.min(...alone.map((visit) => minutesOf(visit[isOpen] as Item)));
  const one = alone.find((visit) => minutesOf(visit[isOpen] as Item) === least);
  return one ?? mixed([]);

  function minutesOf(item: Item): number {
    return bookedOf(salon, numberIn(item.staffId), day);
  }

  function mixed(visit: AppointmentItems): AppointmentItems | undefined {
    const next = options[visit.length];
    if (next === undefined) return fits(visit) ? visit : undefined;
    for (const person of next.people) {
      const found = mixed([...visit, person]);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
