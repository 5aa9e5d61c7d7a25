import { utcText } from "@daybook/engine";
import { pagesOfClient, type Reader } from "../../../platform/database/index.ts";
import { type AppliedRow, listAppliedOfClient } from "./store.ts";

/** A promotion with the terms that were applied to an appointment. */
export type ExportedPromotion = Omit<AppliedRow, "business_id" | "applied_at"> & {
  readonly applied_at: string;
};

/** Yields the promotions applied to a client's appointments for the export of the client's data, oldest first, in pages. */
export async function* exportApplied(
  reader: Reader,
  businessId: string,
  clientId: string,
): AsyncGenerator<ExportedPromotion[]> {
  const pages = pagesOfClient(reader, listAppliedOfClient, { businessId, clientId }, (row) => [
    row.applied_at,
    row.appointment_id,
  ]);
  for await (const page of pages) yield page.map((row) => ({ ...row, applied_at: utcText(row.applied_at) }));
}
