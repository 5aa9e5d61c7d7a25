import { utcOrNull, utcText } from "@daybook/engine";
import { EXPORT_PAGE_SIZE, inPages, pagesOfClient, type Reader } from "../../../platform/database/index.ts";
import { type ExportedEntryRow, listEntries, listForExport } from "./store.ts";

/** An entitlement of a client with its ledger. Amounts are minor units for a gift card, otherwise units or credits. */
export interface ExportedEntitlement {
  readonly id: string;
  readonly kind: "package" | "membership" | "gift_card";
  readonly name: string;
  readonly service_ids: string[];
  readonly currency: string | null;
  readonly code_last4: string | null;
  readonly total: number;
  readonly starts_on: string;
  readonly expires_on: string | null;
  readonly renews_on: string | null;
  readonly withdrawn_at: string | null;
  readonly blocked_at: string | null;
  readonly sale_id: string | null;
  readonly created_at: string;
  /** Yields the ledger in pages, because its length is unbounded. */
  readonly entries: () => AsyncIterable<readonly ExportedEntry[]>;
}

export interface ExportedEntry {
  readonly number: number;
  readonly cause: string;
  readonly delta: number;
  readonly balance_after: number;
  readonly payment_id: string | null;
  readonly refund_id: string | null;
  /** The reason that was entered for a manual change. */
  readonly reason: string | null;
  readonly created_at: string;
}

/**
 * Yields all entitlements of a client for the export of the client's data, oldest first, in pages. Includes withdrawn and used-up
 * entitlements.
 */
export async function* exportEntitlements(
  reader: Reader,
  businessId: string,
  clientId: string,
): AsyncGenerator<ExportedEntitlement[]> {
  const pages = pagesOfClient(reader, listForExport, { businessId, clientId }, (row) => [
    row.created_at,
    row.id,
  ]);
  for await (const page of pages)
    yield page.map((entitlement) => ({
      id: entitlement.id,
      kind: entitlement.kind,
      name: entitlement.name,
      service_ids: entitlement.service_ids,
      currency: entitlement.currency,
      code_last4: entitlement.code_last4,
      total: entitlement.total,
      starts_on: entitlement.starts_on,
      expires_on: entitlement.expires_on,
      renews_on: entitlement.renews_on,
      withdrawn_at: utcOrNull(entitlement.withdrawn_at),
      blocked_at: utcOrNull(entitlement.blocked_at),
      sale_id: entitlement.sale_id,
      created_at: utcText(entitlement.created_at),
      entries: () => entriesOf(reader, businessId, entitlement.id),
    }));
}

async function* entriesOf(
  reader: Reader,
  businessId: string,
  entitlementId: string,
): AsyncGenerator<ExportedEntry[]> {
  const pages = inPages((last: ExportedEntryRow | undefined) =>
    reader.query(listEntries, {
      businessId,
      entitlementId,
      afterNumber: last?.number ?? 0,
      limit: EXPORT_PAGE_SIZE,
    }),
  );
  for await (const page of pages)
    yield page.map(({ created_at, ...entry }) => ({ ...entry, created_at: utcText(created_at) }));
}
