import { dateOf, dayAt, utcText } from "@daybook/engine";
import type { OwnOnly } from "../../../kernel/caller.ts";
import { ApiError, invalid, notFound, refuseIf } from "../../../kernel/errors.ts";
import { moneyOf } from "../../../kernel/money.ts";
import type { IfMatch } from "../../../kernel/versions.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import {
  type LockedAppointment,
  lockAppointment,
  readOwnAppointment,
  recordRelatedChange,
} from "../../scheduling/appointments/index.ts";
import type { SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import type { AppliedPromotionRecord } from "./schema.ts";
import {
  type AppliedRow,
  deleteApplied,
  findApplied,
  findPromotion,
  putApplied,
  type TermsRow,
} from "./store.ts";
import { discountsOn, isFor, promotionOf, promotionProblems, termsOf, UNKNOWN } from "./terms.ts";

/** The promotion of an appointment. Throws `not_found`, also for an appointment outside the staff member's `own`. */
export async function readAppointmentPromotion(
  reader: Reader,
  businessId: string,
  appointmentId: string,
  own: OwnOnly | null,
): Promise<{ record: AppliedPromotionRecord | null; version: number }> {
  const [appointment, [applied]] = await Promise.all([
    readOwnAppointment(reader, businessId, appointmentId, own),
    reader.query(findApplied, { businessId, appointmentId }),
  ]);
  return {
    record: applied === undefined ? null : appliedRecord(appointment, applied),
    version: appointment.version,
  };
}

/** The appointment to change, and its expected version. */
export interface PromotionChange {
  readonly appointmentId: string;
  readonly ifMatch: IfMatch;
  readonly own: OwnOnly | null;
  readonly now: number;
}

/**
 * Applies a promotion to an appointment with its current terms, in place of an earlier one. It must be valid on the
 * appointment's local day and for one of its services. Applying the same terms again changes nothing. A change raises
 * the appointment's version and publishes `appointment.updated`. Throws `not_found`, `version_mismatch`,
 * `validation_failed`, and `invalid_transition` once a sale of the appointment has completed.
 */
export async function applyPromotion(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  change: PromotionChange & { readonly promotionId: string },
): Promise<{ record: AppliedPromotionRecord; version: number }> {
  const { businessId } = snapshot;
  const { appointmentId, now } = change;
  const locked = await lockAppointment(tx, snapshot, appointmentId, change.ifMatch, change.own);
  const { appointment, location } = locked;
  const [[applied], [row]] = await Promise.all([
    tx.query(findApplied, { businessId, appointmentId }),
    tx.query(findPromotion, { businessId, id: change.promotionId.toLowerCase() }),
  ]);
  if (row === undefined) throw invalid({ path: "/promotion_id", message: UNKNOWN });
  const serviceIds = appointment.items.map((item) => item.serviceId);
  const date = dateOf(dayAt(location.zone, appointment.startsAt));
  refuseIf(promotionProblems(promotionOf(row), serviceIds, date));
  assertUnsold(appointment);
  if (applied?.promotion_id === row.id && hasSameTerms(applied, row))
    return { record: appliedRecord(appointment, applied), version: appointment.version };
  const { name, code, kind, percent, amount_minor, service_ids } = row;
  const terms = { name, code, kind, percent, amount_minor, service_ids };
  const put = {
    business_id: businessId,
    appointment_id: appointmentId,
    promotion_id: row.id,
    ...terms,
    applied_at: now,
  };
  tx.write(putApplied, put);
  const { version } = recordRelatedChange(tx, snapshot, locked, { changed: ["promotion"], now });
  return { record: appliedRecord(appointment, put), version };
}

/** Removes the promotion of an appointment. Throws as `applyPromotion`; `not_found` also without a promotion. */
export async function removePromotion(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  change: PromotionChange,
): Promise<{ id: string; version: number }> {
  const { businessId } = snapshot;
  const { appointmentId, now } = change;
  const locked = await lockAppointment(tx, snapshot, appointmentId, change.ifMatch, change.own);
  const [applied] = await tx.query(findApplied, { businessId, appointmentId });
  if (applied === undefined) throw notFound();
  assertUnsold(locked.appointment);
  tx.write(deleteApplied, { business_id: businessId, appointment_id: appointmentId });
  const { version } = recordRelatedChange(tx, snapshot, locked, { changed: ["promotion"], now });
  return { id: applied.promotion_id, version };
}

/** The discount of a completed sale is final. */
function assertUnsold({ status, saleClosedAt }: LockedAppointment["appointment"]): void {
  if (saleClosedAt === null) return;
  const message = "A sale of this appointment is completed: its promotion can no longer change.";
  throw new ApiError("invalid_transition", message, { from: status, to: null, allowed: [] });
}

function hasSameTerms(one: TermsRow, other: TermsRow): boolean {
  const values = (row: TermsRow) =>
    JSON.stringify([row.name, row.code, row.kind, row.percent, row.amount_minor, row.service_ids]);
  return values(one) === values(other);
}

/** The terms as applied. The discount is computed from the items, which keep the prices they were booked with. */
function appliedRecord(
  appointment: LockedAppointment["appointment"],
  applied: AppliedRow,
): AppliedPromotionRecord {
  const { items, currency } = appointment;
  const terms = termsOf(applied);
  const discounts = discountsOn(
    terms,
    items.map((item) => ({ serviceId: item.serviceId, amountMinor: item.priceAmount })),
  );
  return {
    id: applied.promotion_id,
    name: applied.name,
    code: applied.code,
    kind: applied.kind,
    percent: applied.percent,
    amount: applied.amount_minor === null ? null : moneyOf(applied.amount_minor, currency),
    discount: moneyOf(
      discounts.reduce((sum, one) => sum + one, 0),
      currency,
    ),
    item_ids: items.filter((item) => isFor(terms, item.serviceId)).map((item) => item.id),
    applied_at: utcText(applied.applied_at),
  };
}
