import { column, type RowOf, statement } from "../../../platform/database/index.ts";

export const CHARGE_KINDS = ["none", "amount", "percent"] as const;

export const policyColumns = {
  id: column.id,
  version: column.integer,
  cancellation_window_minutes: column.integer,
  late_cancel_fee_kind: column.oneOf(...CHARGE_KINDS),
  late_cancel_fee_percent: column.nullable(column.integer),
  late_cancel_fee_minor: column.nullable(column.integer),
  no_show_fee_kind: column.oneOf(...CHARGE_KINDS),
  no_show_fee_percent: column.nullable(column.integer),
  no_show_fee_minor: column.nullable(column.integer),
  deposit_kind: column.oneOf(...CHARGE_KINDS),
  deposit_percent: column.nullable(column.integer),
  deposit_minor: column.nullable(column.integer),
  cancellation_text: column.nullable(column.text),
  booking_text: column.nullable(column.text),
  staff_sees_contacts: column.flag,
  created_at: column.instant,
};

export type PolicyRow = RowOf<typeof policyColumns>;

const fields = Object.keys(policyColumns).join(", ");

/** The version in force is the newest. */
export const findCurrentPolicy = statement(
  "policies_find_current",
  policyColumns,
  `select ${fields}
   from policies
   where business_id = $1
   order by version desc
   limit 1`,
);

export const findPolicyAt = statement(
  "policies_find_at",
  policyColumns,
  `select ${fields}
   from policies
   where business_id = $1
     and version = $2`,
);

/** Newest first, from behind the last version given ($2); null for the first page. */
export const listPolicyRows = statement(
  "policies_list",
  policyColumns,
  `select ${fields}
   from policies
   where business_id = $1
     and ($2::integer is null or version < $2)
   order by version desc
   limit $3`,
);

export const insertPolicy = statement(
  "policies_insert",
  policyColumns,
  `insert into policies (
     business_id, id, version, cancellation_window_minutes, late_cancel_fee_kind, late_cancel_fee_percent, late_cancel_fee_minor,
     no_show_fee_kind, no_show_fee_percent, no_show_fee_minor, deposit_kind, deposit_percent, deposit_minor,
     cancellation_text, booking_text, staff_sees_contacts, created_at
   )
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
   returning ${fields}`,
);

export const findStaffSeesContacts = statement(
  "policies_find_staff_sees_contacts",
  { staff_sees_contacts: column.flag },
  `select staff_sees_contacts
   from policies
   where business_id = $1
   order by version desc
   limit 1`,
);

export const findCurrency = statement(
  "policies_find_currency",
  { currency: column.text },
  `select currency
   from businesses
   where id = $1`,
);
