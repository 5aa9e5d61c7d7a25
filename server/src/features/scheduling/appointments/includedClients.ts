import type { Static } from "typebox";
import type { Caller, OwnOnly } from "../../../kernel/caller.ts";
import { ApiError } from "../../../kernel/errors.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { type ClientSummary, readClientSummaries } from "../../clients/clients/index.ts";
import type { AppointmentRecord } from "./appointment.ts";

/** An appointment in a response, with its client if the request asks for it with `include`. */
export type AnsweredAppointment = AppointmentRecord & {
  readonly client?: Static<typeof ClientSummary> | null;
};

/** Throws `forbidden_role` if `include` names clients and the API key may not read them. */
export function assertMayInclude(caller: Caller, include: readonly "client"[] | undefined): void {
  if (include?.includes("client") && caller.kind === "key" && !caller.scopes.includes("clients:read"))
    throw new ApiError("forbidden_role", "include=client needs clients:read.", { required: "clients:read" });
}

/** Adds summaries of the clients to the appointments if `include` names them; reads all summaries in one statement. */
export async function withClients(
  reader: Reader,
  businessId: string,
  records: readonly AppointmentRecord[],
  { include, own }: { readonly include: readonly "client"[] | undefined; readonly own: OwnOnly | null },
): Promise<AnsweredAppointment[]> {
  if (!include?.includes("client")) return [...records];
  const ids = records.map((record) => record.client_id);
  const clients = await readClientSummaries(reader, businessId, ids, own);
  return records.map((record) => ({ ...record, client: clients.get(record.client_id) ?? null }));
}
