import type { AppointmentItems, Item } from "../src/appointmentItems.ts";
import type { Claim, Facts } from "../src/facts.ts";
import { takenBy } from "../src/facts.ts";
import { openSpansBetween, staffSpans } from "../src/hours.ts";
import { withDuration } from "../src/phases.ts";
import type { Search } from "../src/search.ts";
import { RULES_FOR } from "../src/starts.ts";
import type { UnassignedItem } from "../src/unassignedItem.ts";
import { DAY, MINUTE } from "../src/wallclock.ts";
import { zoneNamed } from "../src/zones.ts";
import type { MinuteClaim, Salon, WantedItem } from "./salons.ts";

export type Audience = "team" | "online";

/** Returns the number of minutes in a salon's calendar: the searched days, the five days before and the two days after them. */
export const calendarMinutes = (salon: Salon) => (5 + salon.days + 2) * 1440;

/** Returns the instant of minute 0 of a salon's calendar. */
export const calendarAt = (salon: Salon) => Date.parse(salon.date) - 5 * DAY;

/**
 * Returns the booked minutes of a staff member, or the booked items of a service, on a day. `one` is the index of the
 * staff member or service.
 */
export function bookedOf(salon: Salon, one: number, day: number): number {
  return salon.booked[(one * 7 + day) % salon.booked.length] as number;
}

/** Converts a salon to the engine's `Facts`. Leaves out holds for the audience `team`, as `Facts` requires. */
export function factsOf(salon: Salon, audience: Audience): Facts {
  const zone = zoneNamed(salon.zone);
  const fromAt = calendarAt(salon);
  const untilAt = fromAt + calendarMinutes(salon) * MINUTE;
  const claimsOf = (claims: readonly MinuteClaim[]): Claim[] =>
    claims
      .filter(({ cause }) => audience === "online" || cause !== "hold")
      .map(({ fromMinute, minutes, cause, exclusive }, index) => ({
        startsAt: fromAt + fromMinute * MINUTE,
        endsAt: fromAt + (fromMinute + minutes) * MINUTE,
        cause,
        causeId: `${cause} ${index}`,
        exclusive,
      }));
  const staff = salon.staff.map(({ hours, claims }, index) => {
    const working = staffSpans(zone, hours, salon.open, fromAt, untilAt);
    return [staffId(index), { working, taken: takenBy(claimsOf(claims)), claims: claimsOf(claims) }] as const;
  });
  return {
    zone,
    now: fromAt + salon.nowMinute * MINUTE,
    fromAt,
    untilAt,
    open: openSpansBetween(zone, salon.open, fromAt, untilAt),
    staff: new Map(staff),
    resources: salon.resources.map(({ type, capacity, claims }, index) => ({
      id: `resource-${index}`,
      type,
      capacity,
      claims: claimsOf(claims),
    })),
    bookedOn: (serviceId, day) => bookedOf(salon, numberIn(serviceId), day),
    ...(salon.patchTestOn === undefined ? {} : { patchTestOn: salon.patchTestOn }),
  };
}

export const staffId = (index: number) => `staff-${index}`;

/** Returns the number at the end of an id, which is an index into the salon's lists. */
export const numberIn = (id: string) => Number(id.slice(id.indexOf("-") + 1));

/** Returns the search for the salon's wanted items between two instants. */
export function searchOf(salon: Salon, audience: Audience, fromAt: number, untilAt: number): Search {
  return {
    items: salon.wantedItems.map(unassignedItem),
    fromAt,
    untilAt,
    rules: audience === "team" ? RULES_FOR.teamOffering : RULES_FOR.online,
    bookedMinutes: (id, day) => bookedOf(salon, numberIn(id), day),
  };
}

function unassignedItem(wanted: WantedItem, index: number): UnassignedItem {
  const { phases, any, performers, ...rest } = wanted;
  const candidates = performers.map(({ staff, durationMinutes }) => ({
    staffId: staffId(staff),
    phases: durationMinutes === null ? phases : withDuration(phases, durationMinutes),
  }));
  return { ...rest, serviceId: serviceId(index), any, candidates: any ? candidates : candidates.slice(0, 1) };
}

/**
 * Returns the service id of an item. Items alternate between two services, so an appointment can count twice towards a
 * day limit.
 */
export const serviceId = (index: number) => `service-${index % 2}`;

/** Returns the salon's wanted items, each with its first performer; undefined when an item has none. */
export function firstAssignment(salon: Salon): AppointmentItems | undefined {
  const items = salon.wantedItems
    .map(unassignedItem)
    .map(({ candidates, any: _, ...rest }): Item | undefined => {
      const first = candidates[0];
      return first === undefined ? undefined : { ...rest, ...first };
    });
  return items.every((item) => item !== undefined) ? items : undefined;
}
