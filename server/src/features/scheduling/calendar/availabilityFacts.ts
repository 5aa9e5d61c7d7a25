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
import { type BusyTime, readBusyTime } from "./busyTimeCache.ts";
import { readBookedOn } from "./busyTimeStore.ts";
import type { LocationSnapshot, SchedulingSnapshot } from "./snapshot.ts";

export interface AvailabilityFactsQuery {
  readonly location: LocationSnapshot;
  /** Everybody who may perform one of the items. */
  readonly staffIds: readonly string[];
  /** Types of resource that an item needs. */
  readonly needTypes: ReadonlySet<string>;
  /** Services whose number a day is limited; none for the team. */
  readonly limitedServiceIds: readonly string[];
  readonly audience: "team" | "online";
  readonly now: number;
  /** Starts in `[fromAt, untilAt)` will be asked for. */
  readonly fromAt: number;
  readonly untilAt: number;
  /** How long the visit reaches before its start (buffer) and behind it, in milliseconds. */
  readonly reachBefore: number;
  readonly reachAfter: number;
  readonly excludeAppointmentId: string | null;
  readonly patchTestOn?: string | null;
}

/** Facts for a search, with the minutes that decide between candidates. */
export interface AvailabilityFacts {
  readonly facts: Facts;
  bookedMinutes(staffId: string, day: number): number;
}

/** Reads, without locks, everything availability depends on besides the setup. */
export async function availabilityFacts(
  reader: Reader,
  snapshot: SchedulingSnapshot,
  question: AvailabilityFactsQuery,
): Promise<AvailabilityFacts> {
  const { location, staffIds, now, excludeAppointmentId } = question;
  const fromAt = question.fromAt - question.reachBefore;
  const untilAt = question.untilAt + question.reachAfter;
  const [fromDay, toDay] = [dayAt(location.zone, fromAt), dayAt(location.zone, untilAt)];
  const resources = location.resources.filter((resource) => question.needTypes.has(resource.type));
  const subjects = [
    ...staffIds.map((id) => ({ id, hasUnits: false })),
    ...resources.map(({ id }) => ({ id, hasUnits: true })),
  ];
  const limited = question.limitedServiceIds;
  const [busyTimes, booked] = await Promise.all([
    readBusyTime(reader, snapshot, subjects, { fromAt, untilAt, fromDay, toDay }, excludeAppointmentId),
    limited.length > 0
      ? readBookedOn(
          reader,
          snapshot.businessId,
          limited,
          dateOf(fromDay),
          dateOf(toDay),
          location.id,
          excludeAppointmentId,
        )
      : [],
  ]);

  const open = openSpansBetween(location.zone, location.hours, fromAt, untilAt);
  const bookedByDay = new Map(booked.map((row) => [`${row.service_id} ${row.starts_on}`, row.items]));
  return {
    facts: {
      zone: location.zone,
      now,
      fromAt: question.fromAt,
      untilAt: question.untilAt,
      open,
      staff: new Map(
        staffIds.map((id) => {
          const hours = snapshot.staff.get(id)?.hoursByLocation.get(location.id);
          const working =
            hours === undefined
              ? noSpans
              : intersectSpans(openSpansBetween(location.zone, hours, fromAt, untilAt), open);
          return [id, { working, taken: takenIn(busyTimes.get(id), question) }];
        }),
      ),
      resources: resources.map((resource) => ({
        ...resource,
        claims: claimsIn(busyTimes.get(resource.id), question),
      })),
      bookedOn: (serviceId, day) => bookedByDay.get(`${serviceId} ${dateOf(day)}`) ?? 0,
      ...(question.patchTestOn === undefined ? {} : { patchTestOn: question.patchTestOn }),
    },
    bookedMinutes: (staffId, day) => busyTimes.get(staffId)?.minutesOn(day) ?? 0,
  };
}

type Asker = Pick<AvailabilityFactsQuery, "audience" | "now">;

function holdsFor(busyTime: BusyTime, { audience, now }: Asker): BusyTime["holds"] {
  if (busyTime.holds.length === 0) return busyTime.holds;
  return busyTime.holds.filter(({ expiresAt }) => claimCounts({ cause: "hold", expiresAt }, audience, now));
}

function takenIn(busyTime: BusyTime | undefined, asker: Asker): Spans {
  if (busyTime === undefined) return noSpans;
  const holds = holdsFor(busyTime, asker);
  if (holds.length === 0) return busyTime.taken;
  return unionSpans(busyTime.taken, spansOf(holds.map(({ startsAt, endsAt }) => [startsAt, endsAt])));
}

function claimsIn(busyTime: BusyTime | undefined, asker: Asker): readonly Claim[] {
  if (busyTime === undefined) return [];
  const holds = holdsFor(busyTime, asker).map(({ startsAt, endsAt }) => ({
    startsAt,
    endsAt,
    cause: "hold" as const,
    causeId: "",
    exclusive: false,
  }));
  return holds.length === 0 ? busyTime.claims : [...busyTime.claims, ...holds];
}
