import { setPolicy } from "../features/business/policies/index.ts";
import { createTemplate } from "../features/clients/forms/index.ts";
import { assertCurrent, withSnapshot } from "../features/scheduling/snapshot/index.ts";
import type { Transaction } from "../platform/database/index.ts";
import { SERVICES } from "./menu.ts";
import { named } from "./named.ts";
import type { Scene } from "./scene.ts";

/** A visit cancelled later than this before its start costs half of its price. */
export const CANCELLATION_HOURS = 24;

/** The names of the services that ask for the consent to colour. */
export const COLOUR_CONSENT_SERVICES: readonly string[] = SERVICES.filter(
  ({ more }) => more?.requires_patch_test === true,
).map(({ name }) => name);

/** The questions of the consent, by which its answers are found. */
export const QUESTIONS = {
  reaction: "Have you ever reacted to hair colour, henna or black tattoos?",
  medicine: "Do you take medicine or have a skin condition we should know of?",
  tested: "When was your last allergy test with us?",
  consent: "I have been told about the risks of colour and lash products, and agree to the treatment.",
  signature: "Signature",
} as const;

/** What every booking accepts. */
export async function layDownRules(tx: Transaction, businessId: string, now: number): Promise<void> {
  const policy = {
    cancellation_window_minutes: CANCELLATION_HOURS * 60,
    late_cancel_fee: { kind: "percent", percent: 50 },
    no_show_fee: { kind: "percent", percent: 80 },
    cancellation_text:
      "Until 24 hours before your visit you can cancel free of charge. After that we charge half of it.",
    booking_text: "Please come five minutes early. If you are held up, a call is enough.",
  } as const;
  await setPolicy(tx, businessId, policy, { now, ifMatch: null });
}

/**
 * Days before today since when colour takes a signature. Not from the beginning: with a form in use every visit that is
 * read is asked which forms it lacks, and the load takes an eighth more of the database's time.
 */
export const CONSENT_DAYS_AGO = 14;

/** Has a consent signed, from now on, before anything that may cause an allergy. Nothing else may be under way. */
export async function askForConsent(scene: Scene, now: number): Promise<void> {
  const { tx, database, salon } = scene;
  const consent = {
    name: "Consent to colour and allergy test",
    frequency: "every_months",
    every_months: 6,
    service_ids: COLOUR_CONSENT_SERVICES.map((name) => named(salon.serviceIds, name)),
    fields: [
      { type: "yes_no", label: QUESTIONS.reaction, required: true },
      { type: "text", label: QUESTIONS.medicine },
      { type: "date", label: QUESTIONS.tested },
      { type: "consent", label: QUESTIONS.consent, required: true },
      { type: "signature", label: QUESTIONS.signature, required: true },
    ],
  } as const;
  const fields = consent.fields.map((field) => ({ ...field }));
  await createTemplate(tx, salon.businessId, { ...consent, fields }, now);
  scene.setup = await withSnapshot(database, salon.businessId, async (setup) => {
    await assertCurrent(tx, setup);
    return setup;
  });
}
