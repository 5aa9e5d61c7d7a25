/** The kinds of information that Stripe asks for, each with the first words of its terms for it. */
const KINDS = {
  bankAccount: ["external_account", "bank_account"],
  businessProfile: ["business_profile", "business_type", "settings"],
  identity: ["individual", "person_", "representative", "owners", "directors", "executives", "relationship"],
  company: ["company", "documents"],
  terms: ["tos_acceptance"],
} as const;

export type RequirementKind = keyof typeof KINDS | "other";

/** Returns the kinds of missing information, each once; Stripe names single fields, such as `individual.dob.day`. */
export function kindsOf(requirements: readonly string[]): RequirementKind[] {
  const kinds = requirements.map(
    (requirement) =>
      (Object.keys(KINDS) as (keyof typeof KINDS)[]).find((kind) =>
        KINDS[kind].some((start) => requirement.startsWith(start)),
      ) ?? "other",
  );
  return [...new Set(kinds)];
}
