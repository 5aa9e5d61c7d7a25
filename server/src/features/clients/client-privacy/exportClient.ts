import { utcOrNull, utcText } from "@daybook/engine";
import type { Reader } from "../../../platform/database/index.ts";
import { emailsOf } from "../../../platform/email/index.ts";
import { eventsOf } from "../../../platform/outbox/clientEvents.ts";
import { clientWaitlist } from "../../booking/waitlist/index.ts";
import { exportClientEntries } from "../../business/audit-log/index.ts";
import { clientPayments } from "../../checkout/payments/index.ts";
import { exportApplied } from "../../checkout/promotions/index.ts";
import { clientSales } from "../../checkout/sales/index.ts";
import { exportEntitlements } from "../../checkout/wallet/index.ts";
import { clientAppointments } from "../../scheduling/appointments/index.ts";
import { clientImports } from "../../transfer/imports/index.ts";
import { clientDetails } from "../clients/index.ts";
import { exportForms } from "../forms/index.ts";
import { exportNotes } from "../notes/index.ts";
import { exportPhotos, type PhotoStorage } from "../photos/index.ts";
import type { ClientExportRecord } from "./schema.ts";

/** A function that reads the list `T[]` in pages. A record of the list may itself contain a list that is read in pages. */
type Pages<List> = List extends readonly (infer T)[]
  ? () => AsyncIterable<readonly (T | { readonly [Name in keyof T]: T[Name] | Pages<T[Name]> })[]>
  : never;

/** The parts of an export: single values, and lists in the order of the document. A list is read only when the response reaches it. */
export type ClientExportParts = {
  readonly [Name in keyof ClientExportRecord]: ClientExportRecord[Name] | Pages<ClientExportRecord[Name]>;
};

/**
 * Returns all data stored about a client, every list oldest first (contract §9; app-operations). Throws `not_found` for an unknown or
 * deleted client. Lists are read in pages. A test checks that the export covers every table that references clients.
 */
export async function exportClient(
  reader: Reader,
  photoStorage: PhotoStorage,
  businessId: string,
  clientId: string,
  now: number,
): Promise<ClientExportParts> {
  const { client, answers, clientIds } = await clientDetails.export(reader, businessId, clientId, now);
  const of = [reader, businessId, clientId] as const;
  return {
    exported_at: utcText(now),
    client,
    answers: [...answers],
    merged_client_ids: clientIds.filter((id) => id !== clientId),
    appointments: () => clientAppointments.export(...of),
    waitlist: () => clientWaitlist.export(...of),
    promotions: () => exportApplied(...of),
    sales: () => clientSales.exportSales(...of),
    payments: () => clientPayments.exportPayments(...of),
    saved_cards: () => clientPayments.exportCards(...of),
    wallet: () => exportEntitlements(...of),
    forms: () => exportForms(...of),
    notes: () => exportNotes(...of),
    imports: () => clientImports.export(...of),
    photos: () => exportPhotos(reader, photoStorage, businessId, clientId, now),
    mails: () => mailsOf(reader, businessId, clientIds),
    events: () => eventsOf(reader, businessId, clientIds),
    audit_log: () => exportClientEntries(reader, businessId, clientIds),
  };
}

async function* mailsOf(
  reader: Reader,
  businessId: string,
  clientIds: readonly string[],
): AsyncGenerator<ClientExportRecord["mails"]> {
  for await (const page of emailsOf(reader, businessId, clientIds))
    yield page.map(({ sent_at, created_at, ...email }) => ({
      ...email,
      sent_at: utcOrNull(sent_at),
      created_at: utcText(created_at),
    }));
}
