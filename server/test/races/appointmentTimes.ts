/**
 * Computes the busy times of appointments according to contract §5 without the engine, so that the race tests do not repeat
 * errors of the code under test.
 */

/** Services by name: initial, processing and finishing minutes, the buffer after the service, and the number of rooms. */
export const menu = {
  wash: { phases: [30, 0, 0], afterMinutes: 15, rooms: 0 },
  cut: { phases: [45, 0, 0], afterMinutes: 15, rooms: 0 },
  colour: { phases: [30, 30, 30], afterMinutes: 15, rooms: 0 },
  massage: { phases: [60, 0, 0], afterMinutes: 15, rooms: 1 },
  duo: { phases: [40, 0, 0], afterMinutes: 5, rooms: 2 },
} as const;

export type ServiceName = keyof typeof menu;

/** A continuous period in which a staff member or resource is busy, in milliseconds since the epoch. The end is exclusive. */
export interface TakenInterval {
  readonly subject: string;
  readonly from: number;
  readonly until: number;
}

export interface WantedItem {
  readonly service: ServiceName;
  readonly staffId: string;
}

/**
 * Returns the periods in which an appointment uses its staff members and the subject "room". Each unit of the room has its
 * own period.
 */
export function timesOf(items: readonly WantedItem[], startsAt: number): TakenInterval[] {
  const intervals: TakenInterval[] = [];
  let at = startsAt;
  for (const { service, staffId } of items) {
    const { phases, afterMinutes, rooms } = menu[service];
    const [initial, processing, finishing] = phases.map((minutes) => minutes * 60_000);
    const finishingAt = at + (initial ?? 0) + (processing ?? 0);
    const leavesAt = finishingAt + (finishing ?? 0);
    const until = leavesAt + afterMinutes * 60_000;
    if (processing === 0) intervals.push({ subject: staffId, from: at, until });
    else {
      intervals.push({ subject: staffId, from: at, until: at + (initial ?? 0) });
      intervals.push({ subject: staffId, from: finishingAt, until });
    }
    for (let unit = 0; unit < rooms; unit++) intervals.push({ subject: "room", from: at, until });
    at = leavesAt;
  }
  return intervals;
}

export function overlap(one: TakenInterval, other: TakenInterval): boolean {
  return one.subject === other.subject && one.from < other.until && other.from < one.until;
}

/** Returns whether two appointments use the same staff member, or the single unit of the room, at the same time. */
export function collide(one: readonly TakenInterval[], other: readonly TakenInterval[]): boolean {
  return one.some((interval) => other.some((theirs) => overlap(interval, theirs)));
}
