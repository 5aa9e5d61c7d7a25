import { fromBrowser } from "../recordingApp.ts";
import { PASSWORD, tokenIn } from "../salon.ts";
import type { Stories } from "../story.ts";

/** Stories for the business, its client fields, API keys and business members. */
export const ACCOUNT_STORIES: Stories = {
  updateMe: { body: () => ({ last_name: "Lindner-Weiß" }) },
  revokeSession: {
    as: "owner",
    // Signs in with a second browser, whose session the operation deletes.
    before: async ({ server, as }) => {
      const payload = { email: "jana@haarwerk.example", password: PASSWORD };
      await server.send({
        method: "POST",
        url: "/api/auth/sign-in/email",
        headers: fromBrowser(""),
        payload,
      });
      const listed = await server.send({ method: "GET", url: "/api/v1/me/sessions", headers: as("owner") });
      const sessions: { id: string; is_current: boolean }[] = listed.body.data.items;
      return { session: sessions.find(({ is_current }) => !is_current)?.id ?? "" };
    },
  },
  createBusiness: {
    body: () => ({
      name: "Haarwerk Potsdam",
      type: "salon",
      time_zone: "Europe/Berlin",
      currency: "EUR",
      country: "DE",
      locale: "de-DE",
    }),
  },
  updateBusiness: { body: () => ({ name: "Haarwerk Berlin", slug: "haarwerk-berlin" }) },
  replaceMessageSettings: {
    body: () => ({
      messages: { booked: { texts: { de: { closing: "Wir freuen uns auf Sie, {first_name}!" } } } },
      reminder_hours_before: 48,
    }),
  },
  previewMessage: { body: () => ({ kind: "reminder", language: "de" }) },
  sendTestMessage: { body: () => ({ kind: "booked", language: "de" }) },
  createClientField: { body: () => ({ label: "May we text you?", type: "yes_no", required: false }) },
  updateClientField: { body: () => ({ options: ["Black", "With milk", "With oat milk", "Tea, please"] }) },
  createApiKey: {
    body: () => ({ label: "Booking widget", scopes: ["appointments:write", "services:read"] }),
  },
  updateBusinessMember: { body: () => ({ role: "reception" }) },
  createInvitation: { body: () => ({ email: "noor@haarwerk.example", role: "reception" }) },
  acceptInvitation: {
    as: "guest",
    // The e-mail with the token was sent before the recording. A second invitation sends a new e-mail.
    before: async ({ ask, server }) => {
      await ask("owner", "POST", "/invitations", { email: "mira@haarwerk.example", role: "reception" });
      return { token: tokenIn(server) };
    },
    body: ({ token }) => ({ token }),
  },
};
