import type { BusySalon } from "./busySalon.ts";
import type { ServiceName } from "./visitTimes.ts";

/** The day on which everybody wants everything begins. */
export const OPENS_AT = Date.UTC(2027, 2, 1, 8);

export type DeedName =
  | "look"
  | "book"
  | "repeat"
  | "block"
  | "unblock"
  | "move"
  | "force"
  | "swap"
  | "resize"
  | "cancel"
  | "miss"
  | "undo";

/** What a turmoil is made of: how often each deed comes, out of all. */
export interface Mix {
  readonly deeds: Readonly<Partial<Record<DeedName, number>>>;
  readonly services: readonly ServiceName[];
  /** How many of the team are wanted. */
  readonly members: number;
  readonly dayMinutes: number;
}

/** Everything that changes the calendar, on few members. */
export const everything: Mix = {
  deeds: {
    look: 15,
    book: 40,
    repeat: 2,
    block: 6,
    unblock: 6,
    move: 12,
    force: 8,
    swap: 8,
    resize: 8,
    cancel: 14,
    miss: 7,
    undo: 9,
  },
  services: ["wash", "cut", "colour", "massage", "duo"],
  members: 4,
  dayMinutes: 600,
};

/** Two members whose day is full: overbooked time and visits that come and go, which only the lock keeps apart. */
export const crowded: Mix = {
  deeds: { look: 15, book: 40, block: 6, unblock: 9, force: 20, cancel: 25 },
  services: ["wash", "cut"],
  members: 2,
  dayMinutes: 200,
};

/** Ten members and one room: its three units are what is short. */
export const units: Mix = {
  deeds: { look: 15, book: 45, move: 10, force: 3, resize: 12, cancel: 20, miss: 5, undo: 5 },
  services: ["massage", "duo"],
  members: 10,
  dayMinutes: 900,
};

/** The free slots of a member on the racing day. */
export function availabilityPath(salon: BusySalon, service: ServiceName, staffId: string): string {
  const day = new Date(OPENS_AT).toISOString().slice(0, 10);
  const query = new URLSearchParams({
    location_id: salon.locationId,
    service_ids: salon.services[service],
    staff_ids: staffId,
    from: day,
    to: day,
  });
  return `/availability?${query}`;
}
