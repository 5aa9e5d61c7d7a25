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
import { type Diary, readDiaries } from "./diaries.ts";
import { readBookedOn } from "./diaryStore.ts";
import type { LocationSnapshot, SchedulingSnapshot } from "./snapshot.ts";

export interface OfferingQuestion {
  readonly place: LocationSnapshot;
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
export interface OfferingFacts {
  readonly facts: Facts;
  bookedMinutes(staffId: string, day: number): number;
}

/** Reads, without locks, everything availability depends on besides the setup. */
export async function offeringFacts(
  reader: Reader,
  setup: SchedulingSnapshot,
  question: OfferingQuestion,
): Promise<OfferingFacts> {
  const { place, staffIds, now, excludeAppointmentId } = question;
  const fromAt = question.fromAt - question.reachBefore;
  const untilAt = question.untilAt + question.reachAfter;
  const [fromDay, toDay] = [dayAt(place.zone, fromAt), dayAt(place.zone, untilAt)];
  const resources = place.resources.filter((resource) => question.needTypes.has(resource.type));
  const subjects = [
    ...staffIds.map((id) => ({ id, hasUnits: false })),
    ...resources.map(({ id }) => ({ id, hasUnits: true })),
  ];
  const limited = question.limitedServiceIds;
  const [diaries, booked] = await Promise.all([
    readDiaries(reader, setup, subjects, { fromAt, untilAt, fromDay, toDay }, excludeAppointmentId),
    limited.length > 0
      ? readBookedOn(
          reader,
          setup.businessId,
          limited,
          dateOf(fromDay),
          dateOf(toDay),
          place.id,
          excludeAppointmentId,
        )
      : [],
  ]);

  const open = openSpansBetween(place.zone, place.hours, fromAt, untilAt);
  const bookedByDay = new Map(booked.map((row) => [`${row.service_id} ${row.starts_on}`, row.items]));
  return {
    facts: {
      zone: place.zone,
      now,
      fromAt: question.fromAt,
      untilAt: question.untilAt,
      open,
      staff: new Map(
        staffIds.map((id) => {
          const hours = setup.staff.get(id)?.hoursByLocation.get(place.id);
          const working =
            hours === undefined
              ? noSpans
              : intersectSpans(openSpansBetween(place.zone, hours, fromAt, untilAt), open);
          return [id, { working, taken: takenIn(diaries.get(id), question) }];
        }),
      ),
      resources: resources.map((resource) => ({
        ...resource,
        claims: claimsIn(diaries.get(resource.id), question),
      })),
      bookedOn: (serviceId, day) => bookedByDay.get(`${serviceId} ${dateOf(day)}`) ?? 0,
      ...(question.patchTestOn === undefined ? {} : { patchTestOn: question.patchTestOn }),
    },
    bookedMinutes: (staffId, day) => diaries.get(staffId)?.minutesOn(day) ?? 0,
  };
}

type Asker = Pick<OfferingQuestion, "audience" | "now">;

function holdsFor(diary: Diary, { audience, now }: Asker): Diary["holds"] {
  if (diary.holds.length === 0) return diary.holds;
  return diary.holds.filter(({ expiresAt }) => claimCounts({ cause: "hold", expiresAt }, audience, now));
}

function takenIn(diary: Diary | undefined, asker: Asker): Spans {
  if (diary === undefined) return noSpans;
  const holds = holdsFor(diary, asker);
  if (holds.length === 0) return diary.taken;
  return unionSpans(diary.taken, spansOf(holds.map(({ startsAt, endsAt }) => [startsAt, endsAt])));
}

function claimsIn(diary: Diary | undefined, asker: Asker): readonly Claim[] {
  if (diary === undefined) return [];
  const holds = holdsFor(diary, asker).map(({ startsAt, endsAt }) => ({
    startsAt,
    endsAt,
    cause: "hold" as const,
    causeId: "",
    exclusive: false,
  }));
  return holds.length === 0 ? diary.claims : [...diary.claims, ...holds];
}
