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
 * Changes a business's settings. If the business type allows only identifiers in webhook deliveries, `ids_only` is set and `full` is
 * rejected (contract §7). Locations keep their own time zones. A change without effect returns the unchanged record. Throws
 * `validation_failed` for invalid input.
 */
export async function updateBusiness(
  tx: Transaction,
  businessId: string,
  changes: BusinessChanges,
  now: number,
): Promise<BusinessRecord> {
  // The statement below writes the whole row. The lock keeps concurrent transactions from overwriting each other's values.
  lockSettings(tx, businessId);
  const [before, [sold]] = await Promise.all([
    businessRecord(tx, businessId),
    tx.query(hasSale, { businessId }),
  ]);
  refuseIf([
    ...currencyChangeProblems(changes, before, sold?.found === true),
    ...timeZoneProblems("/time_zone", changes.time_zone),
    ...currencyProblems("/currency", changes.currency),
    ...localeProblems("/locale", changes.locale),
    ...payloadProblems(changes, before),
  ]);
  const after = { ...before, ...changes };
  after.locale = canonicalLocale(after.locale) ?? before.locale;
  if (mustSendIdsOnly(after.type)) after.webhook_payload = "ids_only";
  if (isDeepStrictEqual(after, before)) return before;

  if (after.slug !== before.slug) await changeSlug(tx, before, after.slug);
  tx.write(updateBusinessRow, { ...after, updated_at: now });
  return businessRecord(tx, businessId);
}

/**
 * Returns a problem if the request changes the currency although sales exist. Services store prices without a currency, so the
 * new currency would apply to the stored prices.
 */
function currencyChangeProblems(
  changes: BusinessChanges,
  before: BusinessRecord,
  hasSold: boolean,
): FieldProblem[] {
  if (changes.currency === undefined || changes.currency === before.currency || !hasSold) return [];
  return [{ path: "/currency", message: `must remain ${before.currency}: the business already has sales` }];
}

function payloadProblems(changes: BusinessChanges, before: BusinessRecord): FieldProblem[] {
  const type = changes.type ?? before.type;
  if (changes.webhook_payload !== "full" || !mustSendIdsOnly(type)) return [];
  return [{ path: "/webhook_payload", message: `must be "ids_only" when \`type\` is "${type}"` }];
}
