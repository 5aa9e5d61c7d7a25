import { durationOf, type Phases, withDuration } from "@daybook/engine";
import { moneyOf } from "../../../kernel/money.ts";
import type { ServiceChanges, ServiceInput, ServiceRecord } from "./schema.ts";

/**
 * A service as it will be written. The fields in the request override the stored values or, for a new service, the defaults. The rules of
 * the menu are checked against the complete draft, because a rule may involve several fields.
 */
export type ServiceDraft = Omit<ServiceRecord, "id" | "created_at" | "updated_at">;

const defaults = {
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
  tax_rate_id: null,
} as const;

const noPhases: Phases = { initialMinutes: 0, processingMinutes: 0, finishingMinutes: 0 };

/** Builds the draft of a new service. A duration without phases becomes the initial phase. */
export function draftOf(wanted: ServiceInput, currency: string, position: number): ServiceDraft {
  return {
    ...defaults,
    position,
    price: moneyOf(0, currency),
    ...wanted,
    ...sentReferences(wanted, {
      category_id: null,
      location_ids: [],
      resources: [],
      staff: [],
      tax_rate_id: null,
    }),
    ...minutesOf(
      hasPhases(wanted)
        ? phasesOver(noPhases, wanted)
        : { ...noPhases, initialMinutes: wanted.duration_minutes ?? 0 },
    ),
  };
}

/**
 * Builds the draft of a changed service. A duration without phases changes the phases by the rules for resizing an appointment (contract
 * §5). If a service becomes free, its price becomes 0 and the prices of its staff are removed unless the request contains them.
 */
export function changedDraft(
  { id: _id, created_at: _createdAt, updated_at: _updatedAt, ...before }: ServiceRecord,
  changes: ServiceChanges,
): ServiceDraft {
  const phases: Phases = {
    initialMinutes: before.initial_minutes,
    processingMinutes: before.processing_minutes,
    finishingMinutes: before.finishing_minutes,
  };
  const stored = changes.price_kind === "free" ? withoutPrices(before) : before;
  return {
    ...stored,
    ...changes,
    ...sentReferences(changes, stored),
    ...minutesOf(
      hasPhases(changes) || changes.duration_minutes === undefined
        ? phasesOver(phases, changes)
        : withDuration(phases, changes.duration_minutes),
    ),
  };
}

/** Returns whether two drafts are equal; the order of the staff members is ignored. */
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
    staff: before.staff.map((entry) => ({ ...entry, price: null })),
  };
}

type References = Pick<ServiceDraft, "category_id" | "location_ids" | "resources" | "staff" | "tax_rate_id">;

/** Converts the references in the request to their stored form: ids in lower case, lists sorted. */
function sentReferences(sent: ServiceChanges, before: References): References {
  return {
    category_id:
      sent.category_id === undefined ? before.category_id : (sent.category_id?.toLowerCase() ?? null),
    location_ids: sent.location_ids?.map((id) => id.toLowerCase()).sort() ?? before.location_ids,
    resources: sent.resources?.toSorted((one, other) => (one.type < other.type ? -1 : 1)) ?? before.resources,
    staff:
      sent.staff?.map((entry) => ({
        staff_id: entry.staff_id.toLowerCase(),
        duration_minutes: entry.duration_minutes ?? null,
        price: entry.price ?? null,
      })) ?? before.staff,
    tax_rate_id:
      sent.tax_rate_id === undefined ? before.tax_rate_id : (sent.tax_rate_id?.toLowerCase() ?? null),
  };
}

/** Returns whether the request contains any of the three phases. */
export function hasPhases(sent: ServiceChanges): boolean {
  const { initial_minutes, processing_minutes, finishing_minutes } = sent;
  return [initial_minutes, processing_minutes, finishing_minutes].some((minutes) => minutes !== undefined);
}

function phasesOver(before: Phases, sent: ServiceChanges): Phases {
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
