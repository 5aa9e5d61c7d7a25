import type { AppointmentItems, Item } from "@daybook/engine";
import type { Database } from "../../src/platform/database/index.ts";
import { sql } from "../fixtures/sql.ts";

/** The busy time in a business's calendar that conflicts with bookings by staff, read from the tables. */
export interface TakenWeek {
  readonly claims: readonly { subjectId: string; from: number; until: number; exclusive: boolean }[];
  readonly resources: readonly { id: string; type: string; capacity: number }[];
}

export async function takenWeek(database: Database, businessId: string): Promise<TakenWeek> {
  const claims = await sql(database)<{
    subject_id: string;
    from_at: number;
    until_at: number;
    exclusive: boolean;
  }>`
    select subject_id, lower(during) as from_at, upper(during) as until_at, exclusive
    from claims
    where business_id = ${businessId} and hold_id is null`;
  return {
    claims: claims.map((row) => ({
      subjectId: row.subject_id,
      from: row.from_at,
      until: row.until_at,
      exclusive: row.exclusive,
    })),
    resources: await sql(database)<{ id: string; type: string; capacity: number }>`
      select resources.id, resources.type, subjects.capacity
      from resources
      join subjects using (business_id, id)
      where business_id = ${businessId}`,
  };
}

const MINUTE = 60_000;

/** Returns whether an appointment conflicts with busy time according to contract §5, computed without the engine. */
export function meetsConflict(
  { claims, resources }: TakenWeek,
  items: AppointmentItems,
  startsAt: number,
): boolean {
  let at = startsAt;
  return items.some((item) => {
    const begins = at;
    at += minutesOf(item) * MINUTE;
    return (
      !isStaffFree(item, begins) ||
      !item.needs.every((need) => freeUnits(item, begins, need.type) >= need.count)
    );
  });

  function isStaffFree(item: Item, begins: number): boolean {
    const { initialMinutes, processingMinutes } = item.phases;
    const ends = begins + minutesOf(item) * MINUTE;
    const working: [number, number][] =
      processingMinutes === 0
        ? [[begins - item.bufferBeforeMinutes * MINUTE, ends + item.bufferAfterMinutes * MINUTE]]
        : [
            [begins - item.bufferBeforeMinutes * MINUTE, begins + initialMinutes * MINUTE],
            [begins + (initialMinutes + processingMinutes) * MINUTE, ends + item.bufferAfterMinutes * MINUTE],
          ];
    // The last working period is empty if a service ends with processing time and has no buffer after it.
    const intervals = working.filter(([from, until]) => from < until);
    return intervals.every(([from, until]) =>
      claims.every((c) => c.subjectId !== item.staffId || c.from >= until || c.until <= from),
    );
  }

  function freeUnits(item: Item, begins: number, type: string): number {
    const from = begins - item.bufferBeforeMinutes * MINUTE;
    const until = begins + (minutesOf(item) + item.bufferAfterMinutes) * MINUTE;
    return resources
      .filter((resource) => resource.type === type)
      .reduce((sum, resource) => {
        const near = claims.filter((c) => c.subjectId === resource.id && c.from < until && c.until > from);
        // The maximum number of overlapping claims occurs at the start of a claim.
        const instants = [from, ...near.map((claim) => Math.max(from, claim.from))];
        const used = instants.map((instant) =>
          near
            .filter((claim) => claim.from <= instant && instant < claim.until)
            .reduce((units, claim) => units + (claim.exclusive ? resource.capacity : 1), 0),
        );
        return sum + Math.max(0, resource.capacity - Math.max(...used));
      }, 0);
  }
}

function minutesOf({ phases }: Item): number {
  return phases.initialMinutes + phases.processingMinutes + phases.finishingMinutes;
}
