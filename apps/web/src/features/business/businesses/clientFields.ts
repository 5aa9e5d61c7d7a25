import type { Business } from "@daybook/sdk";

export type ClientField = Business["client_fields"][number];

/** The message key of each client field type's name. */
export const FIELD_TEXTS = {
  text: "typeText",
  choice: "typeChoice",
  yes_no: "typeYesNo",
  date: "typeDate",
} as const satisfies Record<ClientField["type"], string>;
