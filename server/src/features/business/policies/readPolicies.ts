import type { Reader } from "../../../platform/database/index.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import { businessRecord } from "../businesses/index.ts";
import type { Policy } from "./charges.ts";
import { discountLimitsOf, policyOf, recordOf } from "./policyRecord.ts";
import {
  DEFAULT_MAX_DISCOUNT_PERCENT,
  type DiscountLimits,
  type PolicyPageRecord,
  type PolicyRecord,
  type PolicyVersionsQueryValues,
} from "./schema.ts";
import { findCurrentPolicy, findPolicyVersion, findStaffSeesContacts, listPolicyRows } from "./store.ts";

/** Reads the current policy, or null for a business without a policy. Throws `not_found` for an unknown business. */
export async function currentPolicy(reader: Reader, businessId: string): Promise<PolicyRecord | null> {
  const [[row], { currency }] = await Promise.all([
    reader.query(findCurrentPolicy, { businessId }),
    businessRecord(reader, businessId),
  ]);
  return row === undefined ? null : recordOf(row, currency);
}

/** Reads the policy version that a client accepted at booking, or null for an unknown version. */
export async function policyOfVersion(
  reader: Reader,
  businessId: string,
  version: number,
): Promise<Policy | null> {
  const [row] = await reader.query(findPolicyVersion, { businessId, version });
  return row === undefined ? null : policyOf(row);
}

/**
 * Returns whether business members with the role `staff` may read the contact data of their clients. Returns false for a business
 * without a policy.
 */
export async function staffSeesContacts(reader: Reader, businessId: string): Promise<boolean> {
  const [row] = await reader.query(findStaffSeesContacts, { businessId });
  return row?.staff_sees_contacts === true;
}

/** Returns the largest discount that each role may give, in percent. Owners have no limit. */
export async function maxDiscountPercent(reader: Reader, businessId: string): Promise<DiscountLimits> {
  const [row] = await reader.query(findCurrentPolicy, { businessId });
  return row === undefined ? DEFAULT_MAX_DISCOUNT_PERCENT : discountLimitsOf(row);
}

/** Lists a page of the policy versions, newest first. Throws `validation_failed` for a cursor of another list. */
export async function policyVersions(
  reader: Reader,
  businessId: string,
  { limit = PAGE_SIZE, cursor }: PolicyVersionsQueryValues,
): Promise<PolicyPageRecord> {
  const query = { list: "policies", businessId };
  const [beforeVersion] = keyOfCursor(query, cursor, ["integer"]) ?? [null];
  const [rows, { currency }] = await Promise.all([
    reader.query(listPolicyRows, { businessId, beforeVersion, limit: limit + 1 }),
    businessRecord(reader, businessId),
  ]);
  return pageOf(
    query,
    rows,
    limit,
    (row) => [row.version],
    (row) => recordOf(row, currency),
  );
}
