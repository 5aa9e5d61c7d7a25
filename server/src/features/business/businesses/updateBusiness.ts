import { isDeepStrictEqual } from "node:util";
import { type FieldProblem, refuseIf } from "../../../kernel/errors.ts";
import { mustSendIdsOnly } from "../../../kernel/events.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { lockSettings } from "../../scheduling/snapshot/index.ts";
import { businessRecord } from "./businessRecord.ts";
import type { BusinessChanges, BusinessRecord } from "./schema.ts";
import { canonicalLocale, currencyProblems, localeProblems, timeZoneProblems } from "./settings.ts";
import { changeSlug } from "./slugs.ts";
import { hasSale, updateBusinessRow } from "./store.ts";

/**
 * Changes a business's settings. A change to a type whose deliveries may carry only identifiers sets `ids_only`;
 * asking for `full` there is refused (contract §7). Locations keep their own time zones. Throws
 * `validation_failed`. The answer of a change that changes nothing is the record as it was.
 */
export async function updateBusiness(
  tx: Transaction,
  businessId: string,
  changes: BusinessChanges,
  now: number,
): Promise<BusinessRecord> {
  // From here on setups of one business wait for each other, so what is read below still holds at the commit.
  lockSettings(tx, businessId);
  const [before, [sold]] = await Promise.all([
    businessRecord(tx, businessId),
    tx.query(hasSale, [businessId]),
  ]);
  refuseIf([
    ...soldProblems(changes, before, sold?.found === true),
    ...timeZoneProblems("/time_zone", changes.time_zone),
    ...currencyProblems("/currency", changes.currency),
    ...localeProblems("/locale", changes.locale),
    ...payloadProblems(changes, before),
  ]);
  const after = { ...before, ...changes };
  after.locale = canonicalLocale(after.locale) ?? before.locale;
  if (mustSendIdsOnly(after.type)) after.webhook_payload = "ids_only";
  if (isDeepStrictEqual(after, before)) return before;

  if (after.slug !== before.slug) await changeSlug(tx, businessId, after.slug);
  tx.write(updateBusinessRow, [
    businessId,
    after.name,
    after.slug,
    after.type,
    after.time_zone,
    after.currency,
    after.locale,
    after.webhook_payload,
    new Date(now),
  ]);
  return businessRecord(tx, businessId);
}

/** Every price of the menu is in the business's currency, and what was sold was sold in it. */
function soldProblems(changes: BusinessChanges, before: BusinessRecord, hasSold: boolean): FieldProblem[] {
  if (changes.currency === undefined || changes.currency === before.currency || !hasSold) return [];
  return [{ path: "/currency", message: `stays ${before.currency}: something has been sold in it` }];
}

function payloadProblems(changes: BusinessChanges, before: BusinessRecord): FieldProblem[] {
  const type = changes.type ?? before.type;
  if (changes.webhook_payload !== "full" || !mustSendIdsOnly(type)) return [];
  return [{ path: "/webhook_payload", message: `must be ids_only in a ${type} business` }];
}
