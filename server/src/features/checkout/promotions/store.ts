import {
  archiveRow,
  column,
  deleteWhere,
  insertInto,
  list,
  omit,
  pageParams,
  pick,
  type RowOf,
  selectWhere,
  statement,
  updateRow,
} from "../../../platform/database/index.ts";
import { businessSettings } from "../../../tables/business.ts";
import { appointmentPromotions, promotions } from "../../../tables/checkout.ts";
import { appointmentsView } from "../../../tables/scheduling.ts";

const promotionColumns = omit(promotions.columns, "archived_at");
const appliedColumns = { ...appointmentPromotions.columns, kind: promotions.columns.kind };

export type PromotionRow = RowOf<typeof promotionColumns>;
export type AppliedRow = RowOf<typeof appliedColumns>;
/** The terms that are copied from a promotion to an appointment: the discount and the services to which it applies. */
export type TermsRow = Pick<
  AppliedRow,
  "name" | "code" | "kind" | "percent" | "amount_minor" | "service_ids"
>;

export const findPromotion = selectWhere("promotions_find", promotions, {
  columns: promotionColumns,
  where: { businessId: "business_id", id: "id" },
  ending: "and archived_at is null",
});

/** The promotion with this code. The comparison ignores case, as the unique index does. */
export const findByCode = statement({
  name: "promotions_find_by_code",
  params: { businessId: column.id, code: column.text },
  columns: promotionColumns,
  sql: `select ${list(promotionColumns)}
        from promotions
        where business_id = $businessId
          and upper(code) = upper($code)
          and archived_at is null`,
});

/** A page of promotions, newest first, starting after the given row (null for the first page). */
export const listPromotionRows = statement({
  name: "promotions_list",
  params: {
    businessId: column.id,
    beforeAt: column.nullable(column.instant),
    beforeId: column.nullable(column.id),
    limit: column.integer,
  },
  columns: promotionColumns,
  sql: `select ${list(promotionColumns)}
        from promotions
        where business_id = $businessId
          and archived_at is null
          and ($beforeAt is null or (created_at, id) < ($beforeAt, $beforeId))
        order by created_at desc, id desc
        limit $limit`,
});

/** Locks the business. The lock serializes changes of the business's promotions, so that two promotions cannot get the same code. */
export const lockBusiness = statement({
  name: "promotions_lock_business",
  params: { businessId: column.id },
  columns: { currency: column.text },
  sql: `select currency
        from ${businessSettings} as business
        where id = $businessId
        for no key update`,
});

/** Another promotion with this code. The comparison ignores case, as the unique index does. */
export const findSameCode = statement({
  name: "promotions_find_same_code",
  params: { businessId: column.id, code: column.text, exceptId: column.id },
  columns: pick(promotions.columns, "id"),
  sql: `select id
        from promotions
        where business_id = $businessId
          and upper(code) = upper($code)
          and archived_at is null
          and id <> $exceptId`,
});

export const insertPromotion = insertInto("promotions_insert", promotions, promotionColumns);
export const updatePromotionRow = updateRow(
  "promotions_update",
  promotions,
  omit(promotionColumns, "business_id", "id", "created_at"),
);

export const archivePromotionRow = archiveRow("promotions_archive", promotions);

/** The promotion of an appointment with the terms that were applied. */
export const findApplied = selectWhere("promotions_find_applied", appointmentPromotions, {
  columns: appliedColumns,
  where: { businessId: "business_id", appointmentId: "appointment_id" },
});

/** Writes the promotion of an appointment, replacing an earlier one. The appointment must be locked. */
export const putApplied = insertInto(
  "promotions_put_applied",
  appointmentPromotions,
  appliedColumns,
  `on conflict (business_id, appointment_id) do update
   set ${Object.keys(omit(appliedColumns, "business_id", "appointment_id"))
     .map((name) => `${name} = excluded.${name}`)
     .join(", ")}`,
);

export const deleteApplied = deleteWhere(
  "promotions_delete_applied",
  appointmentPromotions,
  "business_id",
  "appointment_id",
);

/**
 * A page of the promotions of a client's appointments, oldest first, starting after the given row (null for the first page).
 */
export const listAppliedOfClient = statement({
  name: "promotions_list_applied_of_client",
  params: { businessId: column.id, clientId: column.id, ...pageParams },
  columns: omit(appliedColumns, "business_id"),
  sql: `select ${list(omit(appliedColumns, "business_id"), "applied")}
        from ${appointmentsView} as appointment
        join appointment_promotions as applied
          on applied.business_id = appointment.business_id and applied.appointment_id = appointment.id
        where appointment.business_id = $businessId
          and appointment.client_id = $clientId
          and ($afterAt is null or (applied.applied_at, applied.appointment_id) > ($afterAt, $afterId))
        order by applied.applied_at, applied.appointment_id
        limit $limit`,
});
