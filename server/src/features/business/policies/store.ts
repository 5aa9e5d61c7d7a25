import { column, insertInto, list, pick, type RowOf, statement } from "../../../platform/database/index.ts";
import { policies } from "../../../tables/business.ts";

const kind = column.oneOf("none", "amount", "percent");
const columns = {
  ...policies.columns,
  late_cancel_fee_kind: kind,
  no_show_fee_kind: kind,
  deposit_kind: kind,
};

export type PolicyRow = RowOf<typeof columns>;

/** Reads the current policy version, which is the newest. */
export const findCurrentPolicy = statement({
  name: "policies_find_current",
  params: { businessId: column.id },
  columns,
  sql: `select ${list(columns)}
        from policies
        where business_id = $businessId
        order by version desc
        limit 1`,
});

export const findPolicyVersion = statement({
  name: "policies_find_version",
  params: { businessId: column.id, version: column.integer },
  columns,
  sql: `select ${list(columns)}
        from policies
        where business_id = $businessId
          and version = $version`,
});

/** A page of policy versions, newest first, starting after the last version of the previous page (null for the first page). */
export const listPolicyRows = statement({
  name: "policies_list",
  params: {
    businessId: column.id,
    beforeVersion: column.nullable(column.integer),
    limit: column.integer,
  },
  columns,
  sql: `select ${list(columns)}
        from policies
        where business_id = $businessId
          and ($beforeVersion is null or version < $beforeVersion)
        order by version desc
        limit $limit`,
});

export const insertPolicy = insertInto("policies_insert", policies, columns);

export const findStaffSeesContacts = statement({
  name: "policies_find_staff_sees_contacts",
  params: { businessId: column.id },
  columns: pick(columns, "staff_sees_contacts"),
  sql: `select staff_sees_contacts
        from policies
        where business_id = $businessId
        order by version desc
        limit 1`,
});
