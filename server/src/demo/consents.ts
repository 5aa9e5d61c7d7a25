import { dateOf, MINUTE } from "@daybook/engine";
import { createFormsLink, createTemplate, submitForm } from "../features/clients/forms/index.ts";
import type { Appointment } from "./appointments.ts";
import type { DemoClient } from "./clients.ts";
import { type Demo, readSnapshot, timeOn } from "./demo.ts";
import { drawSignature } from "./drawings.ts";
import { type DemoService, SERVICES } from "./menu.ts";
import type { Action } from "./timeline.ts";

/**
 * The number of days for which the consent form has been in use. It is short, because each booking takes longer while a form is
 * in use.
 */
const DAYS_IN_USE = 14;
/** Clients receive the link to their forms for appointments at most this many days ahead. */
const LINK_DAYS_AHEAD = 14;

/** IP addresses reserved for documentation: the salon's tablet, and a client's home. */
const TABLET = "192.0.2.17";
const HOME = "198.51.100.42";

const QUESTIONS = {
  reaction: "Have you ever reacted to hair colour, henna or black tattoos?",
  medicine: "Do you take medicine or have a skin condition we should know of?",
  tested: "When was your last allergy test with us?",
  consent: "I have been told about the risks of colour and lash products, and agree to the treatment.",
} as const;

const isTested = ({ input }: DemoService) => input.requires_patch_test === true;

/** Creates the form that clients sign before services with a patch test. */
export function templateAction(demo: Demo): Action {
  const { tx, businessId, idOf } = demo;
  const template: Parameters<typeof createTemplate>[2] = {
    name: "Consent to colour and allergy test",
    frequency: "every_months",
    every_months: 6,
    service_ids: SERVICES.filter(isTested).map(({ name }) => idOf(name)),
    fields: [
      { type: "yes_no", label: QUESTIONS.reaction, required: true },
      { type: "text", label: QUESTIONS.medicine },
      { type: "date", label: QUESTIONS.tested },
      { type: "consent", label: QUESTIONS.consent, required: true },
      { type: "signature", label: "Signature", required: true },
    ],
  };
  const run = async (now: number) => {
    await createTemplate(tx, businessId, template, now);
    demo.snapshot = await readSnapshot(demo.database, businessId);
  };
  return { at: timeOn(demo, -DAYS_IN_USE, "00:00"), run };
}

/**
 * Returns the consents for an appointment. Most clients sign on the salon's tablet when they arrive. Before upcoming
 * appointments, all clients receive a link, and some sign at home.
 */
export function consentActions(demo: Demo, appointment: Appointment): Action[] {
  const { items, dayOffset, changes, random } = appointment;
  if (!items.some(({ service }) => isTested(service)) || dayOffset < -DAYS_IN_USE) return [];
  const ask = (at: number, address: string | null): Action => ({
    at,
    run: (now) => askForConsent(demo, appointment, address, now),
  });
  const actions: Action[] = [];
  if (dayOffset >= 0 && dayOffset <= LINK_DAYS_AHEAD)
    actions.push(ask(timeOn(demo, -1, "21:30"), random.happens(0.3) ? HOME : null));
  const arrived = changes.find(({ to }) => to === "arrived");
  if (arrived !== undefined && random.happens(0.94)) actions.push(ask(arrived.at + MINUTE, TABLET));
  return actions;
}

/** Creates the link to the forms of an appointment. With an address, the client signs them there. */
async function askForConsent(
  { tx, businessId }: Demo,
  { booked, client }: Appointment,
  address: string | null,
  now: number,
): Promise<void> {
  if (booked === undefined) return;
  const link = await createFormsLink(tx, { businessId, appointmentId: booked.id, own: null, now });
  if (address === null) return;
  const name = `${client.firstName} ${client.lastName}`;
  const values = answersOf(client);
  const signature = (await drawSignature(name)).toString("base64");
  for (const { id: formId, status } of link.forms) {
    if (status === "completed") continue;
    const read: Parameters<typeof submitForm>[1]["read"] = (fields) => {
      const answers = fields
        .filter(({ label }) => values.has(label))
        .map(({ id: field_id, label }) => ({ field_id, value: values.get(label) ?? null }));
      return { answers, signer_name: name, signature_png: signature };
    };
    const submission = await submitForm(tx, { token: link.token, formId, read, address, now });
    if (submission.outcome === "refused") throw new Error("A form of the demo was refused.");
  }
}

function answersOf({ allergies, testedOn }: DemoClient): ReadonlyMap<string, string | boolean | null> {
  return new Map<string, string | boolean | null>([
    [QUESTIONS.reaction, allergies === "PPD (hair colour)"],
    [QUESTIONS.medicine, allergies],
    [QUESTIONS.tested, testedOn === undefined ? null : dateOf(testedOn)],
    [QUESTIONS.consent, true],
  ]);
}
