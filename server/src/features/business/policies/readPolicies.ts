import type { Reader } from "../../../platform/database/index.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import type { Policy } from "./charges.ts";
import { policyOf, recordOf } from "./policyRecord.ts";
import type { PolicyPageRecord, PolicyRecord, PolicyVersionsQueryValues } from "./schema.ts";
import {
  findCurrency,
  findCurrentPolicy,
  findPolicyAt,
  findStaffSeesContacts,
  listPolicyRows,
} from "./store.ts";

/** The policy in force, or null while a business has none. */
export async function currentPolicy(reader: Reader, businessId: string): Promise<PolicyRecord | null> {
  const [[row], [business]] = await Promise.all([
    reader.query(findCurrentPolicy, [businessId]),
    reader.query(findCurrency, [businessId]),
  ]);
  return row === undefined ? null : recordOf(row, business?.currency ?? "");
}

/** The version that a booking has accepted; null for one that there never was. */
export async function policyAt(reader: Reader, businessId: string, version: number): Promise<Policy | null> {
  const [row] = await reader.query(findPolicyAt, [businessId, version]);
  return row === undefined ? null : policyOf(row);
}

/**
 * Whether members in the role staff read the contacts of their clients. Not unless somebody has said so: a business
 * without a policy has not.
 */
export async function staffSeesContacts(reader: Reader, businessId: string): Promise<boolean> {
  const [row] = await reader.query(findStaffSeesContacts, [businessId]);
  return row?.staff_sees_contacts === true;
}

/** Every policy there has been, newest first. Throws 422 for a foreign cursor. */
export async function policyVersions(
  reader: Reader,
  businessId: string,
  { limit = PAGE_SIZE, cursor }: PolicyVersionsQueryValues,
): Promise<PolicyPageRecord> {
  const query = { list: "policies", businessId };
  const [before] = keyOfCursor(query, cursor, ["integer"]) ?? [null];
  const [rows, [business]] = await Promise.all([
    reader.query(listPolicyRows, [businessId, before, limit + 1]),
    reader.query(findCurrency, [businessId]),
  ]);
  const currency = business?.currency ?? "";
  return pageOf(
    query,
    rows,
    limit,
    (row) => [row.version],
    (row) => recordOf(row, currency),
  );
}
