import { readFile } from "node:fs/promises";
import { MINUTE } from "@daybook/engine";
import { createFormsLink, submitForm } from "../features/clients/forms/index.ts";
import type { Demo } from "./demo.ts";
import { imagePath } from "./photos.ts";
import type { Booked, PlannedAppointment } from "./plan.ts";
import type { Action } from "./runActions.ts";

/**
 * The first day on which clients sign forms, relative to today. Earlier days have no forms, so that the load takes less time.
 */
const FROM_DAY = -14;
/** The IP address of the salon's tablet, from a range that is reserved for documentation (RFC 5737). */
const TABLET = "192.0.2.17";

/**
 * Returns the actions for the consent forms of an appointment. Clients receive a link to the forms before an upcoming appointment,
 * and sign the forms on the salon's tablet when they arrive.
 */
export function consentActions(
  demo: Demo,
  planned: PlannedAppointment,
  { id }: Booked,
  isCompleted: boolean,
): Action[] {
  const { tx, businessId } = demo;
  const { client, items, day, startsAt } = planned;
  if (day < FROM_DAY || !items.some(({ service }) => service.input.requires_patch_test)) return [];
  const createLink = (now: number) => createFormsLink(tx, { businessId, appointmentId: id, own: null, now });
  const sign = async (now: number) => {
    const { token, forms } = await createLink(now);
    const signature_png = await readFile(imagePath("signature.png"), "base64");
    const read: Parameters<typeof submitForm>[1]["read"] = (fields) => {
      const answered = fields.filter(({ type }) => type !== "signature");
      // The client reports no reactions and gives consent.
      const answers = answered.map((field) => ({ field_id: field.id, value: field.type === "consent" }));
      return { answers, signer_name: client.name, signature_png };
    };
    for (const form of forms.filter(({ status }) => status !== "completed")) {
      const submission = await submitForm(tx, { token, formId: form.id, read, address: TABLET, now });
      if (submission.outcome === "refused") throw new Error("A form of the demo was rejected.");
    }
  };
  return [
    ...(day >= 0 ? [{ at: demo.at(-1, "21:30"), run: createLink }] : []),
    ...(isCompleted ? [{ at: startsAt + 6 * MINUTE, run: sign }] : []),
  ];
}
