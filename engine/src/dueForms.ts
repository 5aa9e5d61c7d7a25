import { addMonthsClamped } from "./dates.ts";
import type { Status } from "./states.ts";
import { dayAt } from "./wallclock.ts";
import type { Zone } from "./zones.ts";

/** The frequency with which a client must fill in a form. */
export type FormFrequency = "once" | "every_visit" | "every_months";

/** A form template's rule: the services that require the form, and its frequency. */
export interface FormRule {
  readonly templateId: string;
  /** The services that the template applies to; empty for all services. */
  readonly serviceIds: readonly string[];
  readonly frequency: FormFrequency;
  /** The number of months for which a submission stays valid, at least 1; null unless the frequency is `every_months`. */
  readonly everyMonths: number | null;
}

/** A form that an appointment's services require, with the client's last submission. */
export interface RequiredForm {
  readonly templateId: string;
  readonly frequency: FormFrequency;
  readonly everyMonths: number | null;
  /** The time when the client last submitted the form, for any appointment and in any version; milliseconds, null for never. */
  readonly lastCompletedAt: number | null;
  /** Whether the client submitted the form for this appointment. */
  readonly isCompletedForAppointment: boolean;
}

/** Returns the rules that apply to an appointment with these services, in the given order. */
export function formRulesFor<R extends Pick<FormRule, "serviceIds">>(
  rules: readonly R[],
  serviceIds: readonly string[],
): R[] {
  return rules.filter(
    (rule) => rule.serviceIds.length === 0 || rule.serviceIds.some((id) => serviceIds.includes(id)),
  );
}

/**
 * Returns the required forms of an appointment that the client must still fill in, in the given order. No form is due once the
 * appointment has ended or is cancelled or declined. A form that was submitted for this appointment is never due again, however
 * far in the future the appointment is.
 *
 * A form that is valid for six months and was submitted on 15 January is due again at an appointment on 15 July, by the location's
 * calendar; months are clamped (31 August + 6 months is the last day of February).
 */
export function dueForms<F extends Omit<RequiredForm, "templateId">>(
  required: readonly F[],
  appointment: { readonly status: Status; readonly startsAt: number },
  zone: Zone,
): F[] {
  if (!canHaveDueForms(appointment.status)) return [];
  const appointmentDay = dayAt(zone, appointment.startsAt);
  return required.filter(({ frequency, everyMonths, lastCompletedAt, isCompletedForAppointment }) => {
    if (isCompletedForAppointment) return false;
    if (frequency === "every_visit" || lastCompletedAt === null) return true;
    if (frequency === "once") return false;
    return addMonthsClamped(dayAt(zone, lastCompletedAt), everyMonths ?? 0) <= appointmentDay;
  });
}

/** Whether an appointment in this state can have due forms. */
export function canHaveDueForms(status: Status): boolean {
  return STATES_WITH_FORMS.has(status);
}

const STATES_WITH_FORMS: ReadonlySet<Status> = new Set(["requested", "booked", "arrived"]);
