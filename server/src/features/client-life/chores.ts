import type { Chore } from "../../platform/chores/index.ts";
import type { Context } from "../../platform/context.ts";
import { contactKey } from "../clients/index.ts";
import { eraseDeletedClients } from "./eraseDeletedClients.ts";
import { deleteOverlooked } from "./store.ts";

/** Clients who were deleted seven days ago are emptied (contract §9). */
export function clientLifeChores({ database, clock }: Context, secret: string): Chore[] {
  const key = contactKey(secret);
  return [
    {
      name: "erasure of deleted clients",
      everyMs: 60_000,
      run: async (signal) => void (await eraseDeletedClients(database, clock, key, signal)),
    },
    {
      name: "letters to erased clients",
      everyMs: 60_000,
      run: async () => void (await database.query(deleteOverlooked, [])),
    },
  ];
}
