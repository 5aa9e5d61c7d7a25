import type { Business } from "@daybook/sdk";

export type ClientField = Business["client_fields"][number];

/** The key of the message that names each type of client field. */
export const FIELD_TEXTS = {
  text: "typeText",
  choice: "typeChoice",
  yes_no: "typeYesNo",
  date: "typeDate",
} as const satisfies Record<ClientField["type"], string>;
