import { localText } from "@daybook/engine";
import type { KioskCaller } from "../../../kernel/caller.ts";
import { ApiError } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import type { Encryption } from "../../../platform/encryption.ts";
import { createFormsLink, showLinkedForms } from "../../clients/forms/index.ts";
import { transition } from "../../scheduling/appointments/index.ts";
import type { SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import { openArrival } from "./arrivals.ts";
import type { KioskCheckInRecord } from "./kioskSchema.ts";

const NOTHING = { starts_at: null, staff_name: null, forms_token: null, forms: [] };

/**
 * Checks a client in, or returns a link to the required forms. Repeated and concurrent requests change the status only once. The caller
 * reads the forms after the commit.
 */
export async function checkIn(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  encryption: Encryption,
  { kiosk, token, now }: { readonly kiosk: KioskCaller; readonly token: string; readonly now: number },
): Promise<KioskCheckInRecord> {
  const arrival = await openArrival(tx, encryption, kiosk, { token, now });
  if (arrival === undefined) return { outcome: "see_desk", ...NOTHING };
  const { row, zone } = arrival;
  const shown = { starts_at: localText(zone, row.starts_at), staff_name: row.display_name };
  if (row.status === "booked") {
    const link = await createFormsLink(tx, {
      businessId: kiosk.businessId,
      appointmentId: row.id,
      own: null,
      now,
    });
    if (link.forms.some(({ status }) => status === "pending"))
      return { outcome: "forms", ...shown, forms_token: link.token, forms: [] };
    await transition(tx, snapshot, {
      appointmentId: row.id,
      ifMatch: null,
      to: "arrived",
      reason: null,
      cancelledBy: "client",
      now,
    });
  }
  return { outcome: "arrived", ...NOTHING, ...shown };
}

/**
 * Runs a check-in. Returns the `see_desk` response if the appointment or the client changed while the check-in waited for its
 * locks.
 */
export async function orSeeDesk(work: () => Promise<KioskCheckInRecord>): Promise<KioskCheckInRecord> {
  try {
    return await work();
  } catch (error) {
    const isChanged = error instanceof ApiError && ["invalid_transition", "not_found"].includes(error.code);
    if (isChanged) return { outcome: "see_desk", ...NOTHING };
    throw error;
  }
}

/** Returns the check-in with the forms of its link. */
export async function withForms(
  database: Parameters<typeof showLinkedForms>[0],
  record: KioskCheckInRecord,
  now: number,
): Promise<KioskCheckInRecord> {
  if (record.forms_token === null) return record;
  const { forms } = await showLinkedForms(database, record.forms_token, now);
  return { ...record, forms: forms.forms };
}
