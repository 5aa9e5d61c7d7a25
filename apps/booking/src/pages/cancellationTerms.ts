import type { Formats } from "@daybook/i18n";
import type { ManagedAppointment } from "./Appointment.tsx";
import type { Texts } from "./language.ts";
import { clockText } from "./parts.tsx";

/** Returns the cancellation terms: the time until which the client can change the appointment for free, or the fee for cancelling now. */
export function cancellationTerms({
  appointment,
  t,
  formats,
}: {
  readonly appointment: ManagedAppointment;
  readonly t: Texts;
  readonly formats: Formats;
}): string {
  const { free_until: freeUntil, cancellation_fee: fee, cancellation_text: text } = appointment;
  const rule =
    fee !== null
      ? t("feeNow", { fee: formats.money(fee) })
      : freeUntil === null
        ? t("freeToCancel")
        : appointment.can_reschedule
          ? t("changeUntil", {
              time: `${formats.longDay(freeUntil.slice(0, 10))}, ${clockText({ formats }, freeUntil)}`,
            })
          : t("cancelOnly");
  return text === null ? rule : `${rule} ${text}`;
}
