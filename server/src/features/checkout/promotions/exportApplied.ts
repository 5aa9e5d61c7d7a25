import { utcText } from "@daybook/engine";
import { EXPORT_PAGE_SIZE, inPages, type Reader } from "../../../platform/database/index.ts";
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
  const pages = inPages((last: Omit<AppliedRow, "business_id"> | undefined) =>
    reader.query(listAppliedOfClient, {
      businessId,
      clientId,
      afterAt: last?.applied_at ?? null,
      afterId: last?.appointment_id ?? null,
      limit: EXPORT_PAGE_SIZE,
    }),
  );
  for await (const page of pages) yield page.map((row) => ({ ...row, applied_at: utcText(row.applied_at) }));
}
