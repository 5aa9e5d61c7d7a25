import { dateOf, dayAt, utcText } from "@daybook/engine";
import type { OwnOnly } from "../../../kernel/caller.ts";
import { ApiError, invalid, notFound, refuseIf } from "../../../kernel/errors.ts";
import { moneyOf } from "../../../kernel/money.ts";
import type { IfMatch } from "../../../kernel/versions.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import {
  appointmentSale,
  type LockedAppointment,
  lockAppointmentAndClient,
  ownAppointments,
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
import {
  discountsOn,
  isFor,
  type PromotionTerms,
  promotionNamed,
  promotionProblems,
  termsOf,
  UNKNOWN,
} from "./terms.ts";

/**
 * Reads the promotion of an appointment. Throws `not_found` for an unknown appointment and for an appointment that the `own` restriction
 * hides from the caller.
 */
export async function readAppointmentPromotion(
  reader: Reader,
  businessId: string,
  appointmentId: string,
  own: OwnOnly | null,
): Promise<{ record: AppliedPromotionRecord | null; version: number }> {
  const [appointment, [applied]] = await Promise.all([
    ownAppointments.readOwnAppointment(reader, businessId, appointmentId, own),
    reader.query(findApplied, { businessId, appointmentId }),
  ]);
  return {
    record: applied === undefined ? null : appliedRecord(appointment, applied),
    version: appointment.version,
  };
}

/**
 * A callback that runs in the transaction that changed the promotion of a locked appointment. `promotion` is null if the promotion was
 * removed.
 */
export type PromotionChanged = (
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  lockedAppointment: LockedAppointment,
  change: { readonly promotion: PromotionTerms | null; readonly now: number },
) => Promise<void>;

/** The appointment whose promotion changes, and the expected version of the appointment. */
export interface PromotionChange {
  readonly appointmentId: string;
  readonly ifMatch: IfMatch;
  readonly own: OwnOnly | null;
  /** Applies the same promotion to the open sale of the appointment. */
  readonly promotionChanged: PromotionChanged;
  readonly now: number;
}

/**
 * Applies a promotion with its current terms to an appointment and to the appointment's open sale, and replaces an earlier promotion. The
 * promotion must be valid on the appointment's local date and for at least one of its services. Applying the same terms again changes
 * nothing. A change increments the appointment's version and publishes `appointment.updated`. Throws `not_found` for an unknown
 * appointment, `version_mismatch` if the appointment has another version, `validation_failed` for a promotion that does not apply,
 * `sale_closed` once a sale of the appointment has completed, and the errors of `promotionChanged`.
 */
export async function applyPromotion(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  change: PromotionChange & { readonly promotionId: string },
): Promise<{ record: AppliedPromotionRecord; version: number }> {
  const { businessId } = snapshot;
  const { appointmentId, promotionId, now } = change;
  const locked = await lockAppointmentAndClient(tx, snapshot, appointmentId, change.ifMatch, change.own);
  const { appointment, location } = locked;
  const terms = await promotionNamed(tx, businessId, promotionId);
  const serviceIds = appointment.items.map((item) => item.serviceId);
  const date = dateOf(dayAt(location.zone, appointment.startsAt));
  refuseIf(promotionProblems(terms, serviceIds, date));
  assertUnsold(appointment);
  const after = await applyToLocked(tx, snapshot, locked, { promotionId, now });
  if (after !== locked) await change.promotionChanged(tx, snapshot, after, { promotion: terms, now });
  const { record, version } = await readAppointmentPromotion(tx, businessId, appointmentId, null);
  if (record === null) throw new Error(`Appointment ${appointmentId} has no promotion.`);
  return { record, version };
}

/**
 * Writes the current terms of an existing promotion to a locked appointment. Increments the appointment's version and publishes
 * `appointment.updated`. Returns the updated appointment, or the same object if the terms are unchanged.
 */
export async function applyToLocked(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  locked: LockedAppointment,
  { promotionId, now }: { readonly promotionId: string; readonly now: number },
): Promise<LockedAppointment> {
  const { businessId } = snapshot;
  const appointmentId = locked.appointment.id;
  const [[applied], [row]] = await Promise.all([
    tx.query(findApplied, { businessId, appointmentId }),
    tx.query(findPromotion, { businessId, id: promotionId.toLowerCase() }),
  ]);
  if (row === undefined) throw invalid({ path: "/promotion_id", message: UNKNOWN });
  if (applied?.promotion_id === row.id && hasSameTerms(applied, row)) return locked;
  const { name, code, kind, percent, amount_minor, service_ids } = row;
  const terms = { name, code, kind, percent, amount_minor, service_ids };
  tx.write(putApplied, {
    business_id: businessId,
    appointment_id: appointmentId,
    promotion_id: row.id,
    ...terms,
    applied_at: now,
  });
  return appointmentSale.recordRelatedChange(tx, snapshot, locked, { changed: ["promotion"], now });
}

/** Removes the promotion of an appointment. Throws the errors of `applyPromotion`, and `not_found` if the appointment has no promotion. */
export async function removePromotion(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  change: PromotionChange,
): Promise<{ id: string; version: number }> {
  const { businessId } = snapshot;
  const { appointmentId, now } = change;
  const locked = await lockAppointmentAndClient(tx, snapshot, appointmentId, change.ifMatch, change.own);
  const [applied] = await tx.query(findApplied, { businessId, appointmentId });
  if (applied === undefined) throw notFound();
  assertUnsold(locked.appointment);
  tx.write(deleteApplied, { business_id: businessId, appointment_id: appointmentId });
  const after = appointmentSale.recordRelatedChange(tx, snapshot, locked, { changed: ["promotion"], now });
  await change.promotionChanged(tx, snapshot, after, { promotion: null, now });
  const { version } = await readAppointmentPromotion(tx, businessId, appointmentId, null);
  return { id: applied.promotion_id, version };
}

/** Throws `sale_closed` once a sale of the appointment has completed, because its discount is final. */
function assertUnsold({ saleClosedAt }: LockedAppointment["appointment"]): void {
  if (saleClosedAt === null) return;
  const message = "A sale of this appointment has been completed. The promotion can no longer be changed.";
  throw new ApiError("sale_closed", message);
}

function hasSameTerms(one: TermsRow, other: TermsRow): boolean {
  const values = (row: TermsRow) =>
    JSON.stringify([row.name, row.code, row.kind, row.percent, row.amount_minor, row.service_ids]);
  return values(one) === values(other);
}

/** Converts the applied terms to the API record. The discount is computed from the booked prices of the items. */
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
