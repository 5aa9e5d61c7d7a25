import type { ServiceName } from "./appointmentTimes.ts";
import type { BusySalon } from "./busySalon.ts";

/** The time at which the day of the race starts, in milliseconds since the epoch. */
export const OPENS_AT = Date.UTC(2027, 2, 1, 8);

export type OperationName =
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

/** The operations in a stress run, with their relative frequencies. */
export interface Mix {
  readonly operations: Readonly<Partial<Record<OperationName, number>>>;
  readonly services: readonly ServiceName[];
  /** The number of staff members that the operations use. */
  readonly staffCount: number;
  readonly dayMinutes: number;
}

/** A mix of all operations that change the calendar, with few staff members. */
export const everything: Mix = {
  operations: {
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
  staffCount: 4,
  dayMinutes: 600,
};

/**
 * A mix with two staff members and many overbooked claims. The exclusion constraint does not check overbooked claims, so only
 * the lock prevents overlaps with them.
 */
export const contended: Mix = {
  operations: { look: 15, book: 40, block: 6, unblock: 9, force: 20, cancel: 25 },
  services: ["wash", "cut"],
  staffCount: 2,
  dayMinutes: 200,
};

/**
 * Like `contended`, but with starts in three weeks. A process tries to book a time in one round trip only if it has not tried
 * the time before, so a longer period contains more bookings in one round trip.
 */
export const longDay: Mix = {
  ...contended,
  dayMinutes: 30_000,
  operations: { book: 50, block: 25, force: 20 },
};

/** A mix with ten staff members and one room. The three units of the room limit the bookings. */
export const units: Mix = {
  operations: { look: 15, book: 45, move: 10, force: 3, resize: 12, cancel: 20, miss: 5, undo: 5 },
  services: ["massage", "duo"],
  staffCount: 10,
  dayMinutes: 900,
};

/** Returns the path of a request for a staff member's free slots on the day of the race. */
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
