import { durationOf, type Phases, withDuration } from "@daybook/engine";
import { moneyOf } from "../../../kernel/money.ts";
import type { ChangedService, NewService, ServiceRecord } from "./schema.ts";

/**
 * A service as it would be once written: what was sent over what was there, or over what a new one starts with.
 * Rules are checked against this whole, so that a change of one field cannot break its bond with another.
 */
export type ServiceDraft = Omit<ServiceRecord, "id" | "created_at" | "updated_at">;

/** What a new service has unless it is told otherwise. */
const starting = {
  category_id: null,
  description: null,
  buffer_before_minutes: 0,
  buffer_after_minutes: 0,
  price_kind: "fixed",
  requires_patch_test: false,
  online_bookable: true,
  requires_approval: false,
  active: true,
  slot_step_minutes: 15,
  min_notice_minutes: 120,
  max_advance_days: 90,
  max_per_day: null,
} as const;

const noPhases: Phases = { initialMinutes: 0, processingMinutes: 0, finishingMinutes: 0 };

/** A new service. Given only a duration, all of it is the initial phase. */
export function draftOf(wanted: NewService, currency: string, position: number): ServiceDraft {
  return {
    ...starting,
    position,
    price: moneyOf(0, currency),
    ...wanted,
    ...sentReferences(wanted, { category_id: null, location_ids: [], resources: [], staff: [] }),
    ...minutesOf(
      hasPhases(wanted)
        ? phasesOver(noPhases, wanted)
        : { ...noPhases, initialMinutes: wanted.duration_minutes ?? 0 },
    ),
  };
}

/**
 * A changed service. Given only a duration, its phases are fitted to it as those of a resized visit are (contract
 * §5). A service that becomes free costs nothing from whoever performs it, unless a price was sent along.
 */
export function changedDraft(
  { id: _id, created_at: _createdAt, updated_at: _updatedAt, ...before }: ServiceRecord,
  changes: ChangedService,
): ServiceDraft {
  const phases: Phases = {
    initialMinutes: before.initial_minutes,
    processingMinutes: before.processing_minutes,
    finishingMinutes: before.finishing_minutes,
  };
  const was = changes.price_kind === "free" ? withoutPrices(before) : before;
  return {
    ...was,
    ...changes,
    ...sentReferences(changes, was),
    ...minutesOf(
      hasPhases(changes) || changes.duration_minutes === undefined
        ? phasesOver(phases, changes)
        : withDuration(phases, changes.duration_minutes),
    ),
  };
}

/** Whether two are the same service, in whatever order their staff were named. */
export function hasSameContent(one: ServiceDraft, other: ServiceDraft): boolean {
  return contentOf(one) === contentOf(other);
}

function contentOf(draft: ServiceDraft): string {
  const staff = draft.staff.toSorted((one, other) => (one.staff_id < other.staff_id ? -1 : 1));
  const fields = Object.entries({ ...draft, staff });
  return JSON.stringify(fields.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function withoutPrices(before: ServiceDraft): ServiceDraft {
  return {
    ...before,
    price: { ...before.price, amount: 0 },
    staff: before.staff.map((member) => ({ ...member, price: null })),
  };
}

type References = Pick<ServiceDraft, "category_id" | "location_ids" | "resources" | "staff">;

/** What points elsewhere, in the form and order in which it is read back: ids in lower case, lists sorted. */
function sentReferences(sent: ChangedService, before: References): References {
  return {
    category_id:
      sent.category_id === undefined ? before.category_id : (sent.category_id?.toLowerCase() ?? null),
    location_ids: sent.location_ids?.map((id) => id.toLowerCase()).sort() ?? before.location_ids,
    resources: sent.resources?.toSorted((one, other) => (one.type < other.type ? -1 : 1)) ?? before.resources,
    staff:
      sent.staff?.map((member) => ({
        staff_id: member.staff_id.toLowerCase(),
        duration_minutes: member.duration_minutes ?? null,
        price: member.price ?? null,
      })) ?? before.staff,
  };
}

/** Whether any of the three phases was sent. */
export function hasPhases(sent: ChangedService): boolean {
  const { initial_minutes, processing_minutes, finishing_minutes } = sent;
  return [initial_minutes, processing_minutes, finishing_minutes].some((minutes) => minutes !== undefined);
}

function phasesOver(before: Phases, sent: ChangedService): Phases {
  return {
    initialMinutes: sent.initial_minutes ?? before.initialMinutes,
    processingMinutes: sent.processing_minutes ?? before.processingMinutes,
    finishingMinutes: sent.finishing_minutes ?? before.finishingMinutes,
  };
}

function minutesOf(phases: Phases) {
  return {
    duration_minutes: durationOf(phases),
    initial_minutes: phases.initialMinutes,
    processing_minutes: phases.processingMinutes,
    finishing_minutes: phases.finishingMinutes,
  };
}
