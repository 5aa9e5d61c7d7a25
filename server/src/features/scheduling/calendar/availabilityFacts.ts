import {
  type Claim,
  claimCounts,
  dateOf,
  dayAt,
  type Facts,
  intersectSpans,
  noSpans,
  openSpansBetween,
  type Spans,
  spansOf,
  unionSpans,
} from "@daybook/engine";
import type { Reader } from "../../../platform/database/index.ts";
import type { CurrentVersions, LocationSnapshot, SchedulingSnapshot } from "../snapshot/index.ts";
import { type BusyTime, readBusyTime } from "./busyTimeCache.ts";
import { readBookedOn } from "./busyTimeStore.ts";

export interface AvailabilityFactsQuery {
  readonly location: LocationSnapshot;
  /** The ids of the staff members who are candidates for any of the items. */
  readonly staffIds: readonly string[];
  /** Resource types that the items need. */
  readonly needTypes: ReadonlySet<string>;
  /** Services with a day limit; empty for the audience `team`, which the limit does not restrict. */
  readonly limitedServiceIds: readonly string[];
  readonly audience: "team" | "online";
  readonly now: number;
  /** The search finds starts in `[fromAt, untilAt)`. */
  readonly fromAt: number;
  readonly untilAt: number;
  /** The longest time, in milliseconds, that the appointment takes before its start (its buffer) and after its start. */
  readonly reachBefore: number;
  readonly reachAfter: number;
  readonly excludeAppointmentId: string | null;
  readonly patchTestOn?: string | null;
  /** The versions of the subjects, if they were already read after the request arrived; if absent, this function reads them. */
  readonly versions?: CurrentVersions;
}

/** The data for a search, and the booked minutes per day for choosing between candidates. */
export interface AvailabilityFacts {
  readonly facts: Facts;
  bookedMinutes(staffId: string, day: number): number;
  /** The earliest expiry of the holds in the data; infinity without holds. */
  readonly holdsExpireAt: number;
}

/** Reads, without locks, all data for availability that is not in the snapshot. */
export async function availabilityFacts(
  reader: Reader,
  snapshot: SchedulingSnapshot,
  query: AvailabilityFactsQuery,
): Promise<AvailabilityFacts> {
  const { location, staffIds, now, excludeAppointmentId } = query;
  const fromAt = query.fromAt - query.reachBefore;
  const untilAt = query.untilAt + query.reachAfter;
  const [fromDay, toDay] = [dayAt(location.zone, fromAt), dayAt(location.zone, untilAt)];
  const resources = location.resources.filter((resource) => query.needTypes.has(resource.type));
  const subjects = [
    ...staffIds.map((id) => ({ id, hasUnits: false })),
    ...resources.map(({ id }) => ({ id, hasUnits: true })),
  ];
  const limited = query.limitedServiceIds;
  const [busyTimes, booked] = await Promise.all([
    readBusyTime(
      reader,
      snapshot,
      subjects,
      { fromAt, untilAt, fromDay, toDay },
      excludeAppointmentId,
      query.versions,
    ),
    limited.length > 0
      ? reader.query(readBookedOn, {
          businessId: snapshot.businessId,
          serviceIds: limited,
          fromOn: dateOf(fromDay),
          toOn: dateOf(toDay),
          locationId: location.id,
          excludeAppointmentId,
          now,
        })
      : [],
  ]);

  const open = openSpansBetween(location.zone, location.hours, fromAt, untilAt);
  let holdsExpireAt = Number.POSITIVE_INFINITY;
  for (const busyTime of busyTimes.values()) {
    for (const hold of holdsFor(busyTime, query)) holdsExpireAt = Math.min(holdsExpireAt, hold.expiresAt);
  }
  const bookedByDay = new Map(booked.map((row) => [`${row.service_id} ${row.starts_on}`, row.items]));
  return {
    facts: {
      zone: location.zone,
      now,
      fromAt: query.fromAt,
      untilAt: query.untilAt,
      open,
      staff: new Map(
        staffIds.map((id) => {
          const hours = snapshot.staff.get(id)?.hoursByLocation.get(location.id);
          const working =
            hours === undefined
              ? noSpans
              : intersectSpans(openSpansBetween(location.zone, hours, fromAt, untilAt), open);
          return [id, { working, taken: takenIn(busyTimes.get(id), query) }];
        }),
      ),
      resources: resources.map((resource) => ({
        ...resource,
        claims: claimsIn(busyTimes.get(resource.id), query),
      })),
      bookedOn: (serviceId, day) => bookedByDay.get(`${serviceId} ${dateOf(day)}`) ?? 0,
      ...(query.patchTestOn === undefined ? {} : { patchTestOn: query.patchTestOn }),
    },
    bookedMinutes: (staffId, day) => busyTimes.get(staffId)?.minutesOn(day) ?? 0,
    holdsExpireAt,
  };
}

type HoldRule = Pick<AvailabilityFactsQuery, "audience" | "now">;

function holdsFor(busyTime: BusyTime, { audience, now }: HoldRule): BusyTime["holds"] {
  if (busyTime.holds.length === 0) return busyTime.holds;
  return busyTime.holds.filter(({ expiresAt }) => claimCounts({ cause: "hold", expiresAt }, audience, now));
}

function takenIn(busyTime: BusyTime | undefined, holdRule: HoldRule): Spans {
  if (busyTime === undefined) return noSpans;
  const holds = holdsFor(busyTime, holdRule);
  if (holds.length === 0) return busyTime.taken;
  return unionSpans(busyTime.taken, spansOf(holds.map(({ startsAt, endsAt }) => [startsAt, endsAt])));
}

function claimsIn(busyTime: BusyTime | undefined, holdRule: HoldRule): readonly Claim[] {
  if (busyTime === undefined) return [];
  const holds = holdsFor(busyTime, holdRule).map(({ startsAt, endsAt }) => ({
    startsAt,
    endsAt,
    cause: "hold" as const,
    causeId: "",
    exclusive: false,
  }));
  return holds.length === 0 ? busyTime.claims : [...busyTime.claims, ...holds];
}
