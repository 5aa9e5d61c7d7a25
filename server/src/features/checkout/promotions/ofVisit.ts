import { dateOf, dayAt, utcText } from "@daybook/engine";
import type { OwnOnly } from "../../../kernel/caller.ts";
import { ApiError, invalid, notFound, refuseIf } from "../../../kernel/errors.ts";
import { moneyOf } from "../../../kernel/money.ts";
import type { IfMatch } from "../../../kernel/versions.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import {
  type Appointment,
  isOwnAppointment,
  lockAppointment,
  readAppointment,
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

/** The promotion that a visit has. Throws `not_found` for a visit that is not there, or none of a staff member's own. */
export async function readOfVisit(
  reader: Reader,
  businessId: string,
  appointmentId: string,
  own: OwnOnly | null,
): Promise<{ record: AppliedPromotionRecord | null; version: number }> {
  const [found, [applied]] = await Promise.all([
    readAppointment(reader, businessId, appointmentId),
    reader.query(findApplied, [businessId, appointmentId]),
  ]);
  if (found === undefined || !isOwnAppointment(found.appointment, own)) throw notFound();
  const { appointment } = found;
  return {
    record: applied === undefined ? null : appliedRecord(appointment, applied),
    version: appointment.version,
  };
}

/** Which visit is changed, by whom. */
export interface VisitChange {
  readonly appointmentId: string;
  readonly ifMatch: IfMatch;
  readonly own: OwnOnly | null;
  readonly now: number;
}

/**
 * Gives a visit a promotion, in place of the one it has, with the terms it has now. It must be for the visit's local day
 * and for one of its services. The same again changes nothing. A change is a new version of the visit and
 * `appointment.updated`. Throws `not_found`, `version_mismatch`, `validation_failed`, and `invalid_transition` once a
 * sale of the visit has closed.
 */
export async function applyToVisit(
  tx: Transaction,
  setup: SchedulingSnapshot,
  change: VisitChange & { readonly promotionId: string },
): Promise<{ record: AppliedPromotionRecord; version: number }> {
  const { businessId } = setup;
  const { appointmentId, now } = change;
  const open = await lockAppointment(tx, setup, appointmentId, change.ifMatch, change.own);
  const { appointment, location } = open;
  const [[applied], [row]] = await Promise.all([
    tx.query(findApplied, [businessId, appointmentId]),
    tx.query(findPromotion, [businessId, change.promotionId.toLowerCase()]),
  ]);
  if (row === undefined) throw invalid({ path: "/promotion_id", message: UNKNOWN });
  const serviceIds = appointment.items.map((item) => item.serviceId);
  const date = dateOf(dayAt(location.zone, appointment.startsAt));
  refuseIf(promotionProblems(promotionOf(row), serviceIds, date));
  refuseOnceSold(appointment);
  if (applied?.promotion_id === row.id && sameTerms(applied, row))
    return { record: appliedRecord(appointment, applied), version: appointment.version };
  const values = [row.id, row.name, row.code, row.kind, row.percent, row.amount_minor, row.service_ids];
  tx.write(putApplied, [businessId, appointmentId, ...values, new Date(now)]);
  const { version } = recordRelatedChange(tx, setup, open, { changed: ["promotion"], now });
  return { record: appliedRecord(appointment, { ...row, promotion_id: row.id, applied_at: now }), version };
}

/** Takes a visit's promotion away. Throws as `applyToVisit` does; `not_found` also for a visit that has none. */
export async function removeFromVisit(
  tx: Transaction,
  setup: SchedulingSnapshot,
  change: VisitChange,
): Promise<{ id: string; version: number }> {
  const { businessId } = setup;
  const { appointmentId, now } = change;
  const open = await lockAppointment(tx, setup, appointmentId, change.ifMatch, change.own);
  const [applied] = await tx.query(findApplied, [businessId, appointmentId]);
  if (applied === undefined) throw notFound();
  refuseOnceSold(open.appointment);
  tx.write(deleteApplied, [businessId, appointmentId]);
  const { version } = recordRelatedChange(tx, setup, open, { changed: ["promotion"], now });
  return { id: applied.promotion_id, version };
}

/** What was paid for stays as it was paid. */
function refuseOnceSold({ status, saleClosedAt }: Appointment): void {
  if (saleClosedAt === null) return;
  const message = "A sale of this appointment has closed: its promotion stays as it is.";
  throw new ApiError("invalid_transition", message, { from: status, to: null, allowed: [] });
}

function sameTerms(one: TermsRow, other: TermsRow): boolean {
  const written = (row: TermsRow) =>
    JSON.stringify([row.name, row.code, row.kind, row.percent, row.amount_minor, row.service_ids]);
  return written(one) === written(other);
}

/** As it was when it was applied; what it takes off is computed from the items, whose prices stay as booked. */
function appliedRecord(appointment: Appointment, applied: AppliedRow): AppliedPromotionRecord {
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
