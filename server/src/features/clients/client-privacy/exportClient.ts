import { utcOrNull, utcText } from "@daybook/engine";
import type { Reader } from "../../../platform/database/index.ts";
import { emailsOf } from "../../../platform/email/index.ts";
import { eventsOf } from "../../../platform/outbox/clientEvents.ts";
import { exportClientEntries } from "../../business/audit-log/index.ts";
import { exportPayments } from "../../checkout/payments/index.ts";
import { exportApplied } from "../../checkout/promotions/index.ts";
import { clientSales } from "../../checkout/sales/index.ts";
import { exportEntitlements } from "../../checkout/wallet/index.ts";
import { clientAppointments } from "../../scheduling/appointments/index.ts";
import { clientDetails } from "../clients/index.ts";
import { exportForms } from "../forms/index.ts";
import { exportPhotos, type PhotoStorage } from "../photos/index.ts";
import type { ClientExportRecord } from "./schema.ts";

/**
 * All data stored about a client, every list oldest first (contract §9; app-operations). Throws `not_found`. A test checks
 * that the export covers every table that references clients.
 */
export async function exportClient(
  reader: Reader,
  photoStorage: PhotoStorage,
  businessId: string,
  clientId: string,
  now: number,
): Promise<ClientExportRecord> {
  const { client, answers, clientIds } = await clientDetails.export(reader, businessId, clientId, now);
  // One after the other: an export takes one connection, not ten.
  const appointments = await clientAppointments.export(reader, businessId, clientId);
  const promotions = await exportApplied(reader, businessId, clientId);
  const sales = await clientSales.exportSales(reader, businessId, clientId);
  const payments = await exportPayments(reader, businessId, clientId);
  const wallet = await exportEntitlements(reader, businessId, clientId);
  const forms = await exportForms(reader, businessId, clientId);
  const photos = await exportPhotos(reader, photoStorage, businessId, clientId, now);
  const emails = await emailsOf(reader, businessId, clientIds);
  const events = await eventsOf(reader, businessId, clientIds);
  const entries: Awaited<ReturnType<typeof exportClientEntries>>[] = [];
  for (const id of clientIds) entries.push(await exportClientEntries(reader, businessId, id));
  return {
    exported_at: utcText(now),
    client,
    answers: [...answers],
    merged_client_ids: clientIds.filter((id) => id !== clientId),
    appointments,
    promotions,
    sales,
    payments,
    wallet,
    forms,
    photos,
    mails: emails.map(({ sent_at, created_at, ...email }) => ({
      ...email,
      sent_at: utcOrNull(sent_at),
      created_at: utcText(created_at),
    })),
    events,
    audit_log: entries.flat().sort(byId),
  };
}

/** Ids sort by creation time. */
function byId(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? -1 : 1;
}
