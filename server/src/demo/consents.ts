import { dateOf, MINUTE } from "@daybook/engine";
import { createFormsLink, createTemplate, submitForm } from "../features/clients/forms/index.ts";
import type { DemoClient } from "./clients.ts";
import { type Demo, timeOn } from "./demo.ts";
import { SERVICES } from "./menu.ts";
import { readImage } from "./photos.ts";
import type { Action } from "./runActions.ts";
import type { Opened } from "./setUp.ts";
import type { Booked, Visit } from "./visits.ts";

/**
 * The first and last day, relative to today, with forms. Appointments on earlier days have none, which makes the load
 * shorter.
 */
const SIGNED = { fromDay: -14, toDay: 14 };
/** IP addresses reserved for documentation: the salon's tablet, and a client's home. */
const TABLET = "192.0.2.17";
const HOME = "198.51.100.42";

const QUESTIONS = {
  reaction: "Have you ever reacted to hair colour, henna or black tattoos?",
  medicine: "Do you take medicine or have a skin condition we should know of?",
  tested: "When was your last allergy test with us?",
  consent: "I have been told about the risks of colour and lash products, and agree to the treatment.",
} as const;

/** Creates the form that clients sign before services with a patch test. */
export async function createConsentForm({ tx, businessId, idOf, setUpAt }: Opened): Promise<void> {
  const services = SERVICES.filter(({ input }) => input.requires_patch_test);
  const template: Parameters<typeof createTemplate>[2] = {
    name: "Consent to colour and allergy test",
    frequency: "every_months",
    every_months: 6,
    service_ids: services.map(({ name }) => idOf(name)),
    fields: [
      { type: "yes_no", label: QUESTIONS.reaction, required: true },
      { type: "text", label: QUESTIONS.medicine },
      { type: "date", label: QUESTIONS.tested },
      { type: "consent", label: QUESTIONS.consent, required: true },
      { type: "signature", label: "Signature", required: true },
    ],
  };
  await createTemplate(tx, businessId, template, setUpAt);
}

/**
 * Returns the consents for an appointment. Most clients sign on the salon's tablet when they arrive. Before upcoming
 * appointments, all clients receive a link, and some sign at home.
 */
export function consentActions(demo: Demo, visit: Visit, booked: Booked): Action[] {
  const { client, items, day, startsAt, changes, random } = visit;
  const isAsked = items.some(({ service }) => service.input.requires_patch_test);
  if (!isAsked || day < SIGNED.fromDay || day > SIGNED.toDay) return [];
  const ask = (at: number, address: string | null): Action => {
    return { at, run: (now) => askForConsent(demo, booked.id, client, address, now) };
  };
  const atHome = ask(timeOn(demo, -1, "21:30"), random.happens(0.3) ? HOME : null);
  const isHere = changes.at(-1)?.to === "completed" && random.happens(0.94);
  return [...(day >= 0 ? [atHome] : []), ...(isHere ? [ask(startsAt + 6 * MINUTE, TABLET)] : [])];
}

/** Creates the link to the forms of an appointment. With an address, the client signs them there. */
async function askForConsent(
  { tx, businessId }: Demo,
  appointmentId: string,
  client: DemoClient,
  address: string | null,
  now: number,
): Promise<void> {
  const link = await createFormsLink(tx, { businessId, appointmentId, own: null, now });
  if (address === null) return;
  const { allergies } = client.answers;
  const values = new Map<string, string | boolean | null>([
    [QUESTIONS.reaction, allergies === "PPD (hair colour)"],
    [QUESTIONS.medicine, allergies],
    [QUESTIONS.tested, client.testedOn === null ? null : dateOf(client.testedOn)],
    [QUESTIONS.consent, true],
  ]);
  const image = await readImage("signature.png");
  const signature_png = (await image.read(0, image.length)).toString("base64");
  for (const { id: formId, status } of link.forms) {
    if (status === "completed") continue;
    const read: Parameters<typeof submitForm>[1]["read"] = (fields) => {
      const answers = fields
        .filter(({ label }) => values.has(label))
        .map(({ id: field_id, label }) => ({ field_id, value: values.get(label) ?? null }));
      return { answers, signer_name: `${client.firstName} ${client.lastName}`, signature_png };
    };
    const submission = await submitForm(tx, { token: link.token, formId, read, address, now });
    if (submission.outcome === "refused") throw new Error("A form of the demo was refused.");
  }
}
