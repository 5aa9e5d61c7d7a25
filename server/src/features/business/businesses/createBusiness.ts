import { type FieldProblem, refuseIf } from "../../../kernel/errors.ts";
import { mustSendIdsOnly } from "../../../kernel/events.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { addMembership } from "../../access/accounts/index.ts";
import { createCalendar } from "../../scheduling/snapshot/index.ts";
import { addTestClock } from "../sandboxes/index.ts";
import { businessRecord } from "./businessRecord.ts";
import type { BusinessInput, BusinessRecord } from "./schema.ts";
import {
  canonicalLocale,
  countryProblems,
  currencyProblems,
  localeOfCountry,
  localeProblems,
  timeZoneProblems,
} from "./settings.ts";
import { takeSlugFor } from "./slugs.ts";
import { insertBusiness } from "./store.ts";

/**
 * Creates a business with the user as its owner. The slug is derived from the name; the slug of a sandbox begins with
 * `sandbox-`. The locale defaults to the locale of the country. Webhook deliveries contain full records unless the business
 * type forbids full records (spec §6 rule 5). Throws `validation_failed` for invalid input.
 */
export async function createBusiness(
  tx: Transaction,
  ownerUserId: string,
  wanted: BusinessInput,
  now: number,
): Promise<BusinessRecord> {
  refuseIf(businessProblems(wanted));
  const businessId = newId();
  const { sandbox: isSandbox = false, ...settings } = wanted;
  const slug = await takeSlugFor(tx, businessId, wanted.name, isSandbox);
  tx.write(insertBusiness, {
    ...settings,
    id: businessId,
    slug,
    locale: (wanted.locale && canonicalLocale(wanted.locale)) ?? localeOfCountry(wanted.country),
    webhook_payload: mustSendIdsOnly(wanted.type) ? "ids_only" : "full",
    tax_number: null,
    created_at: now,
    updated_at: now,
  });
  if (isSandbox) addTestClock(tx, businessId, now);
  await createCalendar(tx, businessId);
  await addMembership(tx, { userId: ownerUserId, businessId, role: "owner", staffId: null, now });
  return businessRecord(tx, businessId);
}

/** Returns the problems of values that the schema allows, such as an unknown time zone. */
export function businessProblems(wanted: BusinessInput): FieldProblem[] {
  return [
    ...timeZoneProblems("/time_zone", wanted.time_zone),
    ...currencyProblems("/currency", wanted.currency),
    ...countryProblems("/country", wanted.country),
    ...localeProblems("/locale", wanted.locale),
  ];
}
