import { column, type RowOf, statement } from "../../../platform/database/index.ts";
import { archiving, offeredList } from "../prepaid/index.ts";

export const PROMOTION_KINDS = ["percent", "amount"] as const;

const termColumns = {
  name: column.text,
  code: column.nullable(column.text),
  kind: column.oneOf(...PROMOTION_KINDS),
  percent: column.nullable(column.integer),
  amount_minor: column.nullable(column.integer),
  service_ids: column.ids,
};

/** What a promotion takes off, and from which services. */
export type TermsRow = RowOf<typeof termColumns>;

const promotionColumns = {
  id: column.id,
  ...termColumns,
  starts_on: column.nullable(column.date),
  ends_on: column.nullable(column.date),
  created_at: column.instant,
  updated_at: column.instant,
};

export type PromotionRow = RowOf<typeof promotionColumns>;

const terms = "name, code, kind, percent, amount_minor, service_ids";
const fields = `id, ${terms}, starts_on, ends_on, created_at, updated_at`;

export const findPromotion = statement(
  "promotions_find",
  promotionColumns,
  `select ${fields}
   from promotions
   where business_id = $1
     and id = $2
     and archived_at is null`,
);

export const listPromotionRows = statement(
  "promotions_list",
  promotionColumns,
  `select ${fields}
   ${offeredList("promotions")}`,
);

/** Changes of a business's promotions take turns, so that no two of them end with one code. */
export const lockBusiness = statement(
  "promotions_lock_business",
  { currency: column.text },
  `select currency
   from businesses
   where id = $1
   for no key update`,
);

/** Another promotion with this code, in any case: the comparison is the unique index's. */
export const findSameCode = statement(
  "promotions_find_same_code",
  { id: column.id },
  `select id
   from promotions
   where business_id = $1
     and upper(code) = upper($2)
     and archived_at is null
     and id <> $3`,
);

export const insertPromotion = statement(
  "promotions_insert",
  promotionColumns,
  `insert into promotions
     (business_id, id, name, code, kind, percent, amount_minor, service_ids, starts_on, ends_on, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
   returning ${fields}`,
);

export const updatePromotion = statement(
  "promotions_update",
  promotionColumns,
  `update promotions
   set name = $3,
     code = $4,
     kind = $5,
     percent = $6,
     amount_minor = $7,
     service_ids = $8,
     starts_on = $9,
     ends_on = $10,
     updated_at = $11
   where business_id = $1
     and id = $2
   returning ${fields}`,
);

export const archivePromotionRow = statement(
  "promotions_archive",
  { id: column.id },
  archiving("promotions"),
);

const appliedColumns = { promotion_id: column.id, ...termColumns, applied_at: column.instant };

export type AppliedRow = RowOf<typeof appliedColumns>;

/** What a visit has, with the terms it was applied under. */
export const findApplied = statement(
  "promotions_find_applied",
  appliedColumns,
  `select promotion_id, ${terms}, applied_at
   from appointment_promotions
   where business_id = $1
     and appointment_id = $2`,
);

/** At most one of a visit: another takes the place of the one before. The visit must be locked. */
export const putApplied = statement(
  "promotions_put_applied",
  {},
  `insert into appointment_promotions
     (business_id, appointment_id, promotion_id, name, code, kind, percent, amount_minor, service_ids, applied_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
   on conflict (business_id, appointment_id) do update
   set promotion_id = excluded.promotion_id,
     name = excluded.name,
     code = excluded.code,
     kind = excluded.kind,
     percent = excluded.percent,
     amount_minor = excluded.amount_minor,
     service_ids = excluded.service_ids,
     applied_at = excluded.applied_at`,
);

export const deleteApplied = statement(
  "promotions_delete_applied",
  {},
  `delete from appointment_promotions
   where business_id = $1
     and appointment_id = $2`,
);

/** The promotions that a client's visits have. */
export const listAppliedOfClient = statement(
  "promotions_list_applied_of_client",
  { appointment_id: column.id, promotion_id: column.id, ...termColumns, applied_at: column.instant },
  `select applied.appointment_id, applied.promotion_id, applied.name, applied.code, applied.kind, applied.percent,
     applied.amount_minor, applied.service_ids, applied.applied_at
   from appointments as visit
   join appointment_promotions as applied
     on applied.business_id = visit.business_id and applied.appointment_id = visit.id
   where visit.business_id = $1
     and visit.client_id = $2
   order by applied.applied_at, applied.appointment_id`,
);
