import {
  column,
  insertInto,
  list,
  pick,
  type RowOf,
  selectWhere,
  statement,
} from "../../../platform/database/index.ts";
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
export const findCurrentPolicy = selectWhere("policies_find_current", policies, {
  columns,
  where: { businessId: "business_id" },
  ending: "order by version desc limit 1",
});

export const findPolicyVersion = selectWhere("policies_find_version", policies, {
  columns,
  where: { businessId: "business_id", version: "version" },
});

/** A page of policy versions, newest first, starting after the given version (null for the first page). */
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

export const findStaffSeesContacts = selectWhere("policies_find_staff_sees_contacts", policies, {
  columns: pick(columns, "staff_sees_contacts"),
  where: { businessId: "business_id" },
  ending: "order by version desc limit 1",
});
