import { dateOf, dayAt } from "@daybook/engine";
import { createFormsLink, submitForm } from "../features/clients/forms/index.ts";
import { chanceOf } from "./chance.ts";
import { QUESTIONS } from "./houseRules.ts";
import type { Person } from "./people.ts";
import { pngOf } from "./picture.ts";
import type { BookedVisit, Scene } from "./scene.ts";

/** Addresses that are kept free for examples: of the tablet at the desk, and of somebody's home. */
export const TABLET = "192.0.2.17";
export const HOME = "198.51.100.42";

/** What a link to a visit's forms opens. */
export type FormsLink = Awaited<ReturnType<typeof createFormsLink>>;

/** Hands out the forms that are due for a visit. */
export function handOut({ tx, salon }: Scene, visit: BookedVisit, now: number): Promise<FormsLink> {
  const { businessId } = salon;
  return createFormsLink(tx, { businessId, appointmentId: visit.id, own: null, now });
}

/** Fills in and signs what a link has open. */
export async function sign(
  { tx, salon }: Scene,
  link: FormsLink,
  person: Person,
  {
    address,
    testedAt,
    now,
  }: { readonly address: string; readonly testedAt: number | undefined; readonly now: number },
): Promise<void> {
  const name = `${person.firstName} ${person.lastName ?? ""}`.trim();
  const values: Readonly<Record<string, string | boolean | null>> = {
    [QUESTIONS.reaction]: person.allergies === "PPD (hair colour)",
    [QUESTIONS.medicine]: person.allergies,
    [QUESTIONS.tested]: testedAt === undefined || testedAt > now ? null : dateOf(dayAt(salon.zone, testedAt)),
    [QUESTIONS.consent]: true,
  };
  for (const { id, status } of link.forms) {
    if (status === "completed") continue;
    const filled = await submitForm(tx, {
      token: link.token,
      formId: id,
      read: (fields) => ({
        answers: fields
          .filter(({ label }) => label in values)
          .map((field) => ({ field_id: field.id, value: values[field.label] ?? null })),
        signer_name: name,
        signature_png: signatureOf(name).toString("base64"),
      }),
      address,
      now,
    });
    if (filled.outcome === "refused") throw new Error("The demo's form was filled in wrong.");
  }
}

const WIDTH = 180;
const HEIGHT = 56;

/** A line that swings, each name's its own. */
function signatureOf(name: string): Buffer {
  const chance = chanceOf(`signature ${name}`);
  const [wide, narrow] = [chance.whole(24, 40), chance.whole(7, 13)];
  const lineAt = Array.from(
    { length: WIDTH },
    (_, x) => HEIGHT / 2 + 12 * Math.sin(x / wide) * Math.cos(x / narrow) - (x - WIDTH / 2) / 14,
  );
  return pngOf(WIDTH, HEIGHT, (x, y) => {
    const isInk = x > 8 && x < WIDTH - 8 && Math.abs(y - (lineAt[x] ?? 0)) < 1.5;
    return isInk ? [24, 28, 66] : [255, 255, 255];
  });
}
