import type { Context } from "../../../platform/context.ts";
import type { Job } from "../../../platform/jobs/index.ts";
import { blockedContactKey } from "../clients/index.ts";
import { eraseDeletedClients } from "./eraseDeletedClients.ts";
import { deleteMissedEmails } from "./store.ts";

/** Clients who were deleted seven days ago are emptied (contract §9). */
export function clientPrivacyJobs({ database, clock }: Context, secret: string): Job[] {
  const key = blockedContactKey(secret);
  return [
    {
      name: "erasure of deleted clients",
      everyMs: 60_000,
      run: async (signal) => void (await eraseDeletedClients(database, clock, key, signal)),
    },
    {
      name: "letters to erased clients",
      everyMs: 60_000,
      run: async () => void (await database.query(deleteMissedEmails, [])),
    },
  ];
}
