import { addMonthsClamped } from "./dates.ts";
import type { Status } from "./states.ts";
import { dayAt } from "./wallclock.ts";
import type { Zone } from "./zones.ts";

/** How often somebody is asked to fill in a form. */
export type FormFrequency = "once" | "every_visit" | "every_months";

/** For whom a business has a form, and how often. */
export interface FormRule {
  readonly templateId: string;
  /** The services it is for; empty: all of them. */
  readonly serviceIds: readonly string[];
  readonly frequency: FormFrequency;
  /** How many months an answer is good for, from 1; null unless the frequency is `every_months`. */
  readonly everyMonths: number | null;
}

/** A form that a visit's services ask for, and what its client has done about it so far. */
export interface RequiredForm {
  readonly templateId: string;
  readonly frequency: FormFrequency;
  readonly everyMonths: number | null;
  /** When the client last filled it in, for whatever visit, in whatever version; milliseconds, null for never. */
  readonly lastCompletedAt: number | null;
  /** Whether it was filled in for this very visit. */
  readonly isCompletedForAppointment: boolean;
}

/** The rules that a visit with these services falls under, in their order. */
export function formRulesFor<R extends Pick<FormRule, "serviceIds">>(
  rules: readonly R[],
  serviceIds: readonly string[],
): R[] {
  return rules.filter(
    (rule) => rule.serviceIds.length === 0 || rule.serviceIds.some((id) => serviceIds.includes(id)),
  );
}

/**
 * Which of the forms that a visit asks for are still to be filled in, in their order. Only who is expected or there is
 * asked: nobody fills in a form for a visit that is over or has been called off. What was filled in for this visit is
 * never asked for again, however far ahead the visit lies.
 *
 * An answer of 15 January that is good for six months is asked for anew at a visit on 15 July, by the location's
 * calendar; months are clamped (31 August + 6 months is the last of February).
 */
export function dueForms<F extends Omit<RequiredForm, "templateId">>(
  asked: readonly F[],
  visit: { readonly status: Status; readonly startsAt: number },
  zone: Zone,
): F[] {
  if (!canHaveDueForms(visit.status)) return [];
  const visitDay = dayAt(zone, visit.startsAt);
  return asked.filter(({ frequency, everyMonths, lastCompletedAt, isCompletedForAppointment }) => {
    if (isCompletedForAppointment) return false;
    if (frequency === "every_visit" || lastCompletedAt === null) return true;
    if (frequency === "once") return false;
    return addMonthsClamped(dayAt(zone, lastCompletedAt), everyMonths ?? 0) <= visitDay;
  });
}

/** Whether a visit in this state can have a form due at all. */
export function canHaveDueForms(status: Status): boolean {
  return AWAITING.has(status);
}

const AWAITING: ReadonlySet<Status> = new Set(["requested", "booked", "arrived"]);
