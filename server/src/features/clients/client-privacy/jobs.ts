import type { Context } from "../../../platform/context.ts";
import { deleteEmails } from "../../../platform/email/index.ts";
import type { Job } from "../../../platform/jobs/index.ts";
import { blockedContactKey } from "../clients/index.ts";
import { eraseDeletedClients } from "./eraseDeletedClients.ts";
import { listMissedEmails } from "./store.ts";

/**
 * Returns the jobs that erase clients seven days after their deletion and delete e-mails that an erasure missed (contract
 * §9).
 */
export function clientPrivacyJobs({ database, clock }: Context, secret: string): Job[] {
  const key = blockedContactKey(secret);
  return [
    {
      name: "erasure of deleted clients",
      everyMs: 60_000,
      run: async (signal) => void (await eraseDeletedClients(database, clock, key, signal)),
    },
    {
      name: "deletion of e-mails to erased clients",
      everyMs: 60_000,
      run: async () => {
        const missed = await database.query(listMissedEmails, {});
        if (missed.length === 0) return;
        const ids = missed.map(({ id }) => id);
        await database.transaction(async (tx) => deleteEmails(tx, ids));
      },
    },
  ];
}
