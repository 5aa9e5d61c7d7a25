import type { Static } from "typebox";
import { type Caller, ownOnly } from "../../../kernel/caller.ts";
import { ApiError } from "../../../kernel/errors.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { readClientSummaries } from "./clientSummaries.ts";
import type { ClientSummary } from "./schema.ts";

/** A record in a response, with a summary of its client if the request has `include=client`. */
type WithClient<T> = T & { readonly client?: Static<typeof ClientSummary> | null };

/**
 * Adds summaries of the clients to the records if `include` names clients. Reads all summaries with one statement. Throws
 * `forbidden_role` if `include` names clients and the API key may not read them.
 */
export async function includeClients<T extends { readonly client_id: string | null }>(
  reader: Reader,
  businessId: string,
  records: readonly T[],
  { include, caller }: { readonly include: readonly string[] | undefined; readonly caller: Caller },
): Promise<WithClient<T>[]> {
  if (!include?.includes("client")) return [...records];
  if (caller.kind === "key" && !caller.scopes.includes("clients:read"))
    throw new ApiError("forbidden_role", "`include=client` requires the scope clients:read.", {
      required: "clients:read",
    });
  const ids = records.flatMap(({ client_id }) => client_id ?? []);
  const clients = await readClientSummaries(reader, businessId, ids, ownOnly(caller, businessId));
  return records.map((record) => ({ ...record, client: clients.get(record.client_id ?? "") ?? null }));
}
