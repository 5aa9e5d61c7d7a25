import type { Ids, Stories, StoryContext } from "../story.ts";
import { ANSWERS } from "../trade.ts";

/** Stories for a client's forms and photos. */
export const FILE_STORIES: Stories = {
  createFormTemplate: {
    body: ({ balayage }) => ({
      name: "Colour consultation",
      fields: [
        {
          type: "multi",
          label: "What do you have in mind?",
          options: ["Lighter", "Darker", "Something bold"],
          required: true,
        },
        { type: "date", label: "When did you last have a reaction to colour, if ever?" },
        { type: "signature", label: "Signature", required: true },
      ],
      service_ids: [balayage],
      frequency: "every_months",
      every_months: 12,
    }),
  },
  previewFormTemplate: {
    body: ({ balayage }) => ({
      name: "Colour consultation",
      fields: [
        { type: "yes_no", label: "Is your skin sensitive?", required: true },
        { type: "signature", label: "Signature", required: true },
      ],
      service_ids: [balayage],
    }),
  },
  updateFormTemplate: { body: () => ({ frequency: "every_months", every_months: 6 }) },
  createFormsLink: { before: async ({ ids }) => ({ appointment: String(ids.tomsAppointment) }) },
  sendForms: {
    before: async ({ ask, ids }) => {
      const appointment = String(ids.tomsAppointment);
      const { body } = await ask("key", "GET", `/appointments/${appointment}`);
      await ask("key", "PATCH", `/clients/${body.data.client_id}`, { email: "tom.fischer@example.com" });
      return { appointment };
    },
  },
  getLinkedForms: { before: linkOfTom },
  submitLinkedForm: {
    before: linkOfTom,
    body: ({ form }) => ({ form_id: form, answers: ANSWERS.slice(1), signer_name: "Tom Fischer" }),
  },
  createClientPhoto: {
    body: ({ march }) => ({
      stage: "after",
      taken_at: "2026-03-25T16:05:00+01:00",
      consent: { given: true, date: "2026-03-25", scope: "marketing" },
      appointment_id: march,
    }),
  },
  updateClientPhoto: { body: () => ({ consent: { scope: "marketing" } }) },
  getPhotoImage: {
    before: async ({ ask, ids }) => {
      const { body } = await ask("key", "GET", `/clients/${ids.client}/photos`);
      return { photo_token: tokenOf(body.data.items[0].url) };
    },
  },
  getPicture: {
    before: async ({ ask }) => {
      const { body } = await ask("key", "GET", "/staff");
      const shown = body.data.items.find(({ photo_url }: { photo_url: string | null }) => photo_url !== null);
      return { picture_token: tokenOf(shown.photo_url) };
    },
  },
  replaceStaffPhoto: { body: () => ({}) },
  replaceLogo: { body: () => ({}) },
  createClientNote: {
    body: () => ({ text: "6.1 + 7.0 (1:1), 6 %, 35 minutes. Roots first.", pinned: true }),
  },
  listAuditEntries: { query: () => ({ entity: "appointment", limit: "3" }) },
  mergeClients: {
    before: async ({ ask }) => {
      const twin = { first_name: "Zoe", last_name: "Mueller", alert: "Likes to sit by the window" };
      return { twin: (await ask("key", "POST", "/clients", twin)).body.data.id };
    },
    body: ({ twin }) => ({ from_client_id: twin }),
  },
  eraseClient: { before: async ({ ids }) => ({ client: String(ids.amira) }) },
};

/** Creates a link to the forms of Tom's appointment. */
async function linkOfTom({ ask, ids }: StoryContext): Promise<Ids> {
  const { body } = await ask("key", "POST", `/appointments/${ids.tomsAppointment}/forms/link`);
  return { token: tokenOf(body.data.url), form: body.data.forms[0].id };
}

/** Returns the token at the end of a URL. */
function tokenOf(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1);
}
