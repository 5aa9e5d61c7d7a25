import { ApiError } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { onlineAppointments } from "../../scheduling/appointments/index.ts";
import type { SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import { type BookedHold, bookHold, type HoldDeposit } from "../appointments/index.ts";
import { NotOffered, offerHolds } from "../holds/index.ts";
import type { OfferedStart } from "./makeOffer.ts";
import type { findOfferable } from "./offerStore.ts";
import { saveEntry } from "./saveEntry.ts";
import type { EntryRow } from "./store.ts";

/** A held start time to book for the client of a waitlist entry. */
export interface OfferedBooking {
  readonly entry: EntryRow;
  readonly client: NonNullable<(typeof findOfferable)["row"]>;
  readonly holdId: string;
  readonly token: string;
  readonly offered: OfferedStart;
  readonly answer: {
    readonly policyVersion: number | null;
    readonly language: "en" | "de" | "fr" | "es";
    readonly cardConsent?: string | undefined;
    readonly now: number;
  };
  /** Absent for automatic bookings, which require no deposit, and for trial bookings, which ignore the deposit. */
  readonly deposit?: HoldDeposit | undefined;
  /** Whether the time is booked automatically, without an offer to the client. */
  readonly isAtOnce: boolean;
}

/**
 * Books a held time by the rules of the booking page. If the entry replaces an appointment that is still open, reschedules that
 * appointment instead, without a deposit. Returns the booked entry, the deposit to capture and the card to save. Throws
 * `NotOffered` and the errors of bookings on the booking page.
 */
export async function bookOffered(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  booking: OfferedBooking,
): Promise<Pick<BookedHold, "depositId" | "cardId"> & { readonly entry: EntryRow }> {
  const { entry, client, answer, isAtOnce } = booking;
  const { appointmentId, depositId, cardId } =
    client.is_replaced_open && entry.replaces_appointment_id !== null
      ? {
          appointmentId: await rescheduleReplaced(tx, snapshot, booking, entry.replaces_appointment_id),
          depositId: null,
          cardId: null,
        }
      : await bookNew(tx, snapshot, booking);
  const changes = {
    status: "booked",
    appointment_id: appointmentId,
    auto_booked_at: isAtOnce ? answer.now : null,
  } as const;
  return { entry: saveEntry(tx, snapshot.businessId, entry, changes, answer.now), depositId, cardId };
}

async function rescheduleReplaced(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  { client, holdId, offered, answer }: OfferedBooking,
  appointmentId: string,
): Promise<string> {
  if (answer.policyVersion !== snapshot.policyVersion)
    throw new ApiError(
      "policy_changed",
      "The sent version is not the version of the current policy. Show the current policy and send its version.",
      {
        version: snapshot.policyVersion,
      },
    );
  await offerHolds.release(tx, snapshot.businessId, holdId);
  const { outcome } = await onlineAppointments.reschedule(tx, snapshot, {
    appointmentId,
    startsAt: offered.startsAt,
    staffIds: offered.items.map((item) => item.staff_id),
    patchTestOn: client.patch_test_at,
    now: answer.now,
  });
  if (outcome === "refused") throw new NotOffered();
  return appointmentId;
}

function bookNew(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  { entry, client, token, answer, deposit }: OfferedBooking,
): Promise<BookedHold> {
  const { policyVersion, language, cardConsent, now } = answer;
  const person = { id: entry.client_id, ...client };
  return bookHold(tx, snapshot, {
    input: {
      hold_token: token,
      person: entry.client_id,
      note: entry.note,
      policy_version: policyVersion,
      language,
      ...(cardConsent === undefined ? {} : { card_consent: cardConsent }),
    },
    visitor: { email: client.client_email, phone_e164: client.client_phone_e164, people: [person] },
    now,
    ...(deposit === undefined ? {} : { deposit }),
  });
}
