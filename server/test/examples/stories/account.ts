import { tokenIn } from "../salon.ts";
import type { Stories } from "../story.ts";

/** The business, its client fields, keys and members. */
export const ACCOUNT_STORIES: Stories = {
  updateMe: { body: () => ({ last_name: "Lindner-Weiß" }) },
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
  createClientField: { body: () => ({ label: "May we text you?", type: "yes_no", required: false }) },
  updateClientField: { body: () => ({ options: ["Black", "With milk", "With oat milk", "Tea, please"] }) },
  createApiKey: {
    body: () => ({ label: "Booking widget", scopes: ["appointments:write", "services:read"] }),
  },
  updateBusinessMember: { body: () => ({ role: "reception" }) },
  createInvitation: { body: () => ({ email: "noor@haarwerk.example", role: "reception" }) },
  acceptInvitation: {
    as: "guest",
    // The e-mail with the token was sent before the recording: a new invitation sends another.
    before: async ({ ask, server }) => {
      await ask("owner", "POST", "/invitations", { email: "mira@haarwerk.example", role: "reception" });
      return { token: tokenIn(server) };
    },
    body: ({ token }) => ({ token }),
  },
};
