import { dateOf, instantOf, MINUTE } from "@daybook/engine";
import { createFormsLink, createTemplate, submitForm } from "../features/clients/forms/index.ts";
import type { Appointment, BookedAppointment } from "./appointments.ts";
import type { DemoClient } from "./clients.ts";
import { encodePng } from "./images.ts";
import { PATCH_TEST_SERVICES } from "./menu.ts";
import { seededRandom } from "./random.ts";
import type { Action } from "./runActions.ts";
import { type Demo, readSnapshot } from "./setUp.ts";

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

/** Creates the form that clients sign before services with a patch test. */
export function templateAction(demo: Demo): Action {
  const { tx, businessId, zone, today, idOf } = demo;
  const at = instantOf(zone, today - DAYS_IN_USE, 0);
  const run = async () => {
    const template = {
      name: "Consent to colour and allergy test",
      frequency: "every_months",
      every_months: 6,
      service_ids: PATCH_TEST_SERVICES.map(idOf),
      fields: [
        { type: "yes_no", label: QUESTIONS.reaction, required: true },
        { type: "text", label: QUESTIONS.medicine },
        { type: "date", label: QUESTIONS.tested },
        { type: "consent", label: QUESTIONS.consent, required: true },
        { type: "signature", label: "Signature", required: true },
      ],
    } satisfies Parameters<typeof createTemplate>[2];
    await createTemplate(tx, businessId, template, at);
    demo.snapshot = await readSnapshot(tx, businessId);
  };
  return { at, client: null, order: "alone", run };
}

/**
 * Returns the consents for an appointment. Most clients sign on the salon's tablet when they arrive. Before upcoming
 * appointments, all clients receive a link, and some sign at home.
 */
export function consentActions(demo: Demo, appointment: Appointment): Action[] {
  const { items, dayOffset, changes, client, random } = appointment;
  if (!items.some(({ service }) => PATCH_TEST_SERVICES.includes(service.name))) return [];
  const ask = (at: number, address: string, signs: boolean): Action => {
    const run = async () => {
      const { booked } = appointment;
      if (booked !== undefined) await askForConsent(demo, booked, signs ? { client, address } : null, at);
    };
    return { at, client, order: "parallel", run };
  };
  const actions: Action[] = [];
  if (dayOffset >= 0 && dayOffset <= LINK_DAYS_AHEAD) {
    const at = instantOf(demo.zone, demo.today - 1, 21 * 60 + random.whole(5, 90));
    actions.push(ask(at, HOME, random.happens(0.3)));
  }
  const arrived = changes.find(({ to }) => to === "arrived");
  if (arrived !== undefined && dayOffset >= -DAYS_IN_USE && random.happens(0.94))
    actions.push(ask(arrived.at + MINUTE, TABLET, true));
  return actions;
}

async function askForConsent(
  { tx, businessId }: Demo,
  { id: appointmentId }: BookedAppointment,
  signer: { readonly client: DemoClient; readonly address: string } | null,
  now: number,
): Promise<void> {
  const link = await createFormsLink(tx, { businessId, appointmentId, own: null, now });
  if (signer === null) return;
  const { client, address } = signer;
  const name = `${client.firstName} ${client.lastName}`;
  const values: Readonly<Record<string, string | boolean | null>> = {
    [QUESTIONS.reaction]: client.allergies === "PPD (hair colour)",
    [QUESTIONS.medicine]: client.allergies,
    [QUESTIONS.tested]: client.testedOn === undefined ? null : dateOf(client.testedOn),
    [QUESTIONS.consent]: true,
  };
  const signature = signatureOf(name).toString("base64");
  for (const { id, status } of link.forms) {
    if (status === "completed") continue;
    const submission = await submitForm(tx, {
      token: link.token,
      formId: id,
      read: (fields) => {
        const answered = fields.filter(({ label }) => label in values);
        const answers = answered.map((field) => ({ field_id: field.id, value: values[field.label] ?? null }));
        return { answers, signer_name: name, signature_png: signature };
      },
      address,
      now,
    });
    if (submission.outcome === "refused") throw new Error("A form of the demo was refused.");
  }
}

/** Draws a curve that depends on the name. */
function signatureOf(name: string): Buffer {
  const [width, height] = [180, 56];
  const random = seededRandom(`signature ${name}`);
  const [wide, narrow] = [random.whole(24, 40), random.whole(7, 13)];
  return encodePng(width, height, (x, y) => {
    const line = height / 2 + 12 * Math.sin(x / wide) * Math.cos(x / narrow) - (x - width / 2) / 14;
    return x > 8 && x < width - 8 && Math.abs(y - line) < 1.5 ? [24, 28, 66] : [255, 255, 255];
  });
}
