import type { Stories } from "../story.ts";

export const CLIENT_STORIES: Stories = {
  listClients: { query: () => ({ q: "muel" }) },
  createClient: {
    body: ({ field = "" }) => ({
      first_name: "Yara",
      last_name: "Santos",
      email: "yara.santos@example.com",
      phone_e164: "+4915155501004",
      alert: "Allergic to latex",
      custom_fields: { [field]: "Black" },
    }),
  },
  updateClient: { body: () => ({ alert: "Prefers Anna", patch_test_at: "2026-05-02" }) },
};
