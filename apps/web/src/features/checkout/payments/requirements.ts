/** The kinds of information that Stripe requires, each with the prefixes of Stripe's field names. */
const KINDS = {
  bankAccount: ["external_account", "bank_account"],
  businessProfile: ["business_profile", "business_type", "settings"],
  identity: ["individual", "person_", "representative", "owners", "directors", "executives", "relationship"],
  company: ["company", "documents"],
  terms: ["tos_acceptance"],
} as const;

export type RequirementKind = keyof typeof KINDS | "other";

/** Returns the kinds of the missing fields (such as `individual.dob.day`) without duplicates. */
export function kindsOf(requirements: readonly string[]): RequirementKind[] {
  const kinds = requirements.map(
    (requirement) =>
      (Object.keys(KINDS) as (keyof typeof KINDS)[]).find((kind) =>
        KINDS[kind].some((start) => requirement.startsWith(start)),
      ) ?? "other",
  );
  return [...new Set(kinds)];
}
