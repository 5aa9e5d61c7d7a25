import type { BusySalon } from "./busySalon.ts";
import { type ServiceName, type Stretch, timesOf, type WantedItem } from "./visitTimes.ts";

/** A booking as a client sends it, and what it takes. */
export interface WantedVisit {
  readonly items: readonly WantedItem[];
  readonly startsAt: number;
  readonly times: readonly Stretch[];
  readonly body: {
    readonly location_id: string;
    readonly client_id: string;
    readonly starts_at: string;
    readonly items: readonly { readonly service_id: string; readonly staff_id: string }[];
  };
}

export function wantedVisit(salon: BusySalon, items: readonly WantedItem[], startsAt: number): WantedVisit {
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

/** Two services by two members, each in both orders: what a race of mixed visits on one pair is made of. */
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

/** The same numbers at every run (mulberry32), so that a failure can be looked at again. */
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

/** In an order of chance. */
export function shuffled<T>(list: readonly T[], below: (limit: number) => number): T[] {
  const mixed = [...list];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = below(last + 1);
    [mixed[last], mixed[other]] = [mixed[other] as T, mixed[last] as T];
  }
  return mixed;
}
