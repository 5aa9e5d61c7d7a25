import type { Sale } from "./queries.ts";

export const STATUSES = ["open", "completed", "voided"] as const satisfies readonly Sale["status"][];

export const STATUS_TEXT = {
  open: "statusOpen",
  completed: "statusCompleted",
  voided: "statusVoided",
} as const satisfies Record<Sale["status"], string>;
