import { type ServiceName, type TakenInterval, timesOf, type WantedItem } from "./appointmentTimes.ts";
import type { BusySalon } from "./busySalon.ts";

/** The body of a booking request, with the time that the appointment takes. */
export interface WantedAppointment {
  readonly items: readonly WantedItem[];
  readonly startsAt: number;
  readonly times: readonly TakenInterval[];
  readonly body: {
    readonly location_id: string;
    readonly client_id: string;
    readonly starts_at: string;
    readonly items: readonly { readonly service_id: string; readonly staff_id: string }[];
  };
}

export function wantedAppointment(
  salon: BusySalon,
  items: readonly WantedItem[],
  startsAt: number,
): WantedAppointment {
  return {
    items,
    startsAt,
    times: timesOf(items, startsAt),
    body: {
      location_id: salon.locationId,
      client_id: salon.clientId,
      starts_at: new Date(startsAt).toISOString(),
      items: items.map(({ service, staffId }) => ({
        service_id: salon.services[service],
        staff_id: staffId,
      })),
    },
  };
}

/** Returns all pairs of these services, each performed by two staff members in both orders. */
export function pairsInBothOrders(
  services: readonly ServiceName[],
  one: string,
  other: string,
): WantedItem[][] {
  return services.flatMap((first) =>
    services.flatMap((second) => [
      [
        { service: first, staffId: one },
        { service: second, staffId: other },
      ],
      [
        { service: first, staffId: other },
        { service: second, staffId: one },
      ],
    ]),
  );
}

/**
 * Returns a generator of pseudo-random numbers (mulberry32). The numbers are the same in every run, so failures are
 * reproducible.
 */
export function seeded(seed: number): { below(limit: number): number; one<T>(list: readonly T[]): T } {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, one: (list) => list[below(list.length)] as (typeof list)[number] };
}

export function shuffled<T>(list: readonly T[], below: (limit: number) => number): T[] {
  const mixed = [...list];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = below(last + 1);
    [mixed[last], mixed[other]] = [mixed[other] as T, mixed[last] as T];
  }
  return mixed;
}
