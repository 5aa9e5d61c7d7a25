import { type Item, type Placement, timeTaken, withDuration } from "@daybook/engine";
import type { Reader } from "../../../platform/database/index.ts";
import { claimedTime } from "../calendar/index.ts";
import type { SchedulingSnapshot } from "../snapshot/index.ts";
import { judge } from "./placement.ts";
import { extentOf, type Plan, planAppointment, subjectsOf } from "./plan.ts";

/** An appointment with one service, from an imported row, and the id under which to book it. Instants are milliseconds since the epoch. */
export interface ImportedAppointment {
  readonly id: string;
  readonly locationId: string;
  readonly clientId: string;
  readonly serviceId: string;
  readonly staffId: string;
  readonly startsAt: number;
  readonly status: "booked" | "requested";
  /** The duration in minutes; null for the duration of the service. */
  readonly durationMinutes: number | null;
  /** The price in minor units; null for the price of the service. */
  readonly priceAmount: number | null;
  readonly note: string | null;
}

/** `booked`, or the reason why an appointment cannot be booked. */
export type ImportOutcome = "booked" | "taken" | "not_performed" | "no_client";

/**
 * An imported appointment with its plan. The plan is undefined if the service cannot be booked with the staff member at the
 * location.
 */
interface PlannedImport {
  readonly wanted: ImportedAppointment;
  readonly plan: Plan | undefined;
}

/** Plans an imported appointment with the records of the snapshot. A duration in the imported row replaces the duration of the service. */
export function plannedImport(snapshot: SchedulingSnapshot, wanted: ImportedAppointment): PlannedImport {
  const { plan } = planAppointment(snapshot, {
    location_id: wanted.locationId,
    items: [{ service_id: wanted.serviceId, staff_id: wanted.staffId }],
  });
  const { durationMinutes } = wanted;
  if (plan === undefined || durationMinutes === null) return { wanted, plan };
  const lasting = (item: Item) => ({ ...item, phases: withDuration(item.phases, durationMinutes) });
  return { wanted, plan: { ...plan, items: plan.items.map(lasting) } };
}

/** Returns the staff members and resources that the appointments may occupy, and the time spans of the appointments. */
export function calendarOf(planned: readonly PlannedImport[]) {
  const known = planned.flatMap(({ wanted, plan }) =>
    plan === undefined ? [] : [{ plan, startsAt: wanted.startsAt }],
  );
  return {
    subjectIds: known.flatMap(({ plan }) => subjectsOf(plan.location, plan.items)),
    extents: known.map(({ plan, startsAt }) => extentOf(plan.items, startsAt)),
  };
}

/**
 * Returns a function for the preview of an import. The function checks a page of appointments against the calendar and against the
 * appointments that the function has accepted so far, takes no locks, and writes nothing. The outcomes are in the order of the page.
 */
export function importChecker(
  reader: Reader,
  snapshot: SchedulingSnapshot,
  now: number,
): (page: readonly ImportedAppointment[]) => Promise<ImportOutcome[]> {
  const accepted: { readonly id: string; readonly taken: ReturnType<typeof timeTaken> }[] = [];
  return async (page) => {
    const planned = page.map((wanted) => plannedImport(snapshot, wanted));
    const { subjectIds, extents } = calendarOf(planned);
    const claims = await claimedTime.readWithoutLock(reader, snapshot, subjectIds, extents);
    const fromAt = Math.min(...extents.map(({ startsAt }) => startsAt));
    const untilAt = Math.max(...extents.map(({ endsAt }) => endsAt));
    for (const { id, taken } of accepted)
      if (taken.some(({ startsAt, endsAt }) => startsAt < untilAt && endsAt > fromAt))
        claimedTime.assume(claims, taken, id);
    return planned.map(({ wanted, plan }) => {
      if (plan === undefined) return "not_performed";
      const placement = judge(snapshot, plan.location, claims, plan.items, wanted.startsAt, now);
      if (!placement.accepted) return "taken";
      const taken = takenBy(plan, placement, wanted.startsAt);
      claimedTime.assume(claims, taken, wanted.id);
      accepted.push({ id: wanted.id, taken });
      return "booked";
    });
  };
}

function takenBy({ items }: Plan, placement: Placement, startsAt: number) {
  return timeTaken(
    items,
    startsAt,
    placement.items.map(({ resourceIds }) => resourceIds),
  );
}
