import { dayOf, startOfDay, type UnassignedItem } from "@daybook/engine";
import { type FieldProblem, refuseIf } from "../../../kernel/errors.ts";
import { parseInstant } from "../../../kernel/instants.ts";
import {
  type LocationSnapshot,
  performersAt,
  type SchedulingSnapshot,
  type ServiceSnapshot,
} from "../snapshot/index.ts";

export interface RequestedItem {
  readonly serviceId: string;
  /** A staff id, or `any`. */
  readonly staffId: string;
}

/** A half-open time window in milliseconds since the epoch. */
export interface Window {
  readonly fromAt: number;
  readonly untilAt: number;
}

const DAY = 86_400_000;
const MAX_DAYS = 62;

/**
 * Parses the window of an availability request. Date-times mean `from ≤ start < to`; dates mean local days of the location, both inclusive
 * (contract §4). Throws `validation_failed` if the end is before the start or the window is longer than 62 days (62 times 24 hours, unless
 * both limits are dates).
 */
export function windowOf(location: LocationSnapshot, from: string, to: string): Window {
  const fromAt = edgeOf(location, from, 0);
  const untilAt = edgeOf(location, to, 1);
  const problems: FieldProblem[] = [];
  if (fromAt === undefined)
    problems.push({
      path: "/from",
      message: "must be a date (YYYY-MM-DD) or a date-time with a UTC offset or Z, in the years 1900–2200",
    });
  if (untilAt === undefined)
    problems.push({
      path: "/to",
      message: "must be a date (YYYY-MM-DD) or a date-time with a UTC offset or Z, in the years 1900–2200",
    });
  refuseIf(problems);
  const window = { fromAt: fromAt as number, untilAt: untilAt as number };
  // Compares two dates by their day numbers, because a clock change makes local days longer or shorter. Otherwise, compares the instants.
  const [firstDay, lastDay] = [dayOf(from), dayOf(to)];
  const areDates = firstDay !== undefined && lastDay !== undefined;
  const isReversed = areDates ? firstDay > lastDay : window.fromAt > window.untilAt;
  if (isReversed) problems.push({ path: "/to", message: "must not be before `from`" });
  const isTooLong = areDates
    ? lastDay - firstDay >= MAX_DAYS
    : window.untilAt - window.fromAt > MAX_DAYS * DAY;
  // A range of dates includes its last day.
  const maxDays = areDates ? MAX_DAYS - 1 : MAX_DAYS;
  if (isTooLong) problems.push({ path: "/to", message: `must be at most ${maxDays} days after \`from\`` });
  refuseIf(problems);
  return window;
}

function edgeOf(location: LocationSnapshot, text: string, daysLater: number): number | undefined {
  const day = dayOf(text);
  if (day === undefined) return parseInstant(text);
  return startOfDay(location.zone, day + daysLater);
}

/**
 * Resolves the requested items with all their candidates. `problems` contains unknown ids, services that are archived or not offered at
 * the location, and staff members who do not perform the service there. A service without a performer is valid and has no slots.
 */
export function unassignedItemsOf(
  snapshot: SchedulingSnapshot,
  location: LocationSnapshot,
  requested: readonly RequestedItem[],
  pathOf: (index: number, field: "service_id" | "staff_id") => string,
): { items: UnassignedItem[]; problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const items: UnassignedItem[] = [];
  requested.forEach(({ serviceId, staffId }, index) => {
    const service = snapshot.services.get(serviceId);
    if (service === undefined || !service.active || !service.locationIds.has(location.id)) {
      problems.push({
        path: pathOf(index, "service_id"),
        message: "is not an active service of this location",
      });
      return;
    }
    const performers = performersAt(snapshot, location, service);
    const chosen = staffId === "any" ? performers : performers.filter((member) => member.id === staffId);
    if (staffId !== "any" && chosen.length === 0) {
      problems.push({
        path: pathOf(index, "staff_id"),
        message: "is not a staff member who performs this service at this location",
      });
      return;
    }
    items.push(
      unassignedItem(
        service,
        chosen.map((member) => member.id),
        staffId === "any",
      ),
    );
  });
  return { items, problems };
}

function unassignedItem(service: ServiceSnapshot, staffIds: readonly string[], any: boolean): UnassignedItem {
  return {
    serviceId: service.id,
    bufferBeforeMinutes: service.bufferBeforeMinutes,
    bufferAfterMinutes: service.bufferAfterMinutes,
    needs: service.needs,
    rules: service.rules,
    any,
    candidates: staffIds.map((staffId) => ({
      staffId,
      phases: service.performers.get(staffId)?.phases ?? service.phases,
    })),
  };
}
