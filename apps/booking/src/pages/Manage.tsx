import type { Formats, Language } from "@daybook/i18n";
import type { FoundTimes } from "../server/findTimes.ts";
import { AppointmentCard, CalendarLinks, type ManagedAppointment } from "./Appointment.tsx";
import { cancellationTerms } from "./cancellationTerms.ts";
import { Hidden } from "./Document.tsx";
import type { Texts } from "./language.ts";
import { linkTo } from "./linkTo.ts";
import { MonthGrid } from "./MonthGrid.tsx";
import { clockText } from "./parts.tsx";

export interface ManageView {
  readonly appointment: ManagedAppointment;
  readonly token: string;
  readonly t: Texts;
  readonly formats: Formats;
  readonly language: Language;
  /** The parameters that links and forms keep: the language and the embedding page. */
  readonly kept: readonly (readonly [string, string])[];
  readonly notice: "cancelled" | "confirmed" | "moved" | "welcome" | "taken" | "cannotChange" | undefined;
  readonly now: number;
}

const HERE_BEFORE_MS = 60 * 60_000;
/**
 * The time before the appointment's start, in milliseconds, from which the page asks the client to confirm. If the client opens
 * the link in a reminder, the page asks at any time.
 */
const CONFIRM_BEFORE_MS = 72 * 60 * 60_000;

/** Shows the appointment of a manage link, with buttons for the changes that are currently allowed. */
export function Manage({ view, step }: { readonly view: ManageView; readonly step: string }) {
  const { appointment, token, t, formats, now, notice } = view;
  const { status } = appointment;
  const isNear = status === "booked" && Date.parse(appointment.starts_at) - now <= HERE_BEFORE_MS;
  const isCancelling = step === "cancel" && appointment.can_cancel;
  const isConfirming = step === "confirm" && appointment.can_confirm;
  const isSoon = Date.parse(appointment.starts_at) - now <= CONFIRM_BEFORE_MS;
  return (
    <main class="column">
      <div class="heading">
        <h1 tabindex={-1}>
          {t(isCancelling ? "cancelTitle" : isConfirming ? "confirmTitle" : "yourAppointment")}
        </h1>
      </div>
      <ManageNotice view={view} />
      {status === "booked" && appointment.client_confirmed_at !== null && notice !== "confirmed" ? (
        <p class="status arrived" role="status">
          {t("clientConfirmed")}
        </p>
      ) : null}
      {status === "booked" || notice === status ? null : (
        <p class={`status ${status}`} role="status">
          {t(`status_${status}`)}
        </p>
      )}
      <AppointmentCard appointment={appointment} t={t} formats={formats} />
      {isCancelling ? (
        <Cancel view={view} />
      ) : (
        <>
          {appointment.can_confirm && !isNear && (isConfirming || isSoon) ? (
            <form method="post" action={`/m/${token}/confirm`}>
              <Hidden fields={view.kept} sealed={undefined} />
              <button type="submit" class="primary wide">
                {t("confirmNow")}
              </button>
            </form>
          ) : null}
          {isNear ? (
            <form method="post" action={`/m/${token}/here`}>
              <Hidden fields={view.kept} sealed={undefined} />
              <button type="submit" class="primary wide">
                {t("here")}
              </button>
            </form>
          ) : null}
          {appointment.can_cancel ? <p class="terms">{cancellationTerms(view)}</p> : null}
          <nav class="actions" aria-label={t("changes")}>
            {appointment.can_reschedule ? (
              <a class="secondary" href={urlOf(view, "/times")}>
                {t("reschedule")}
              </a>
            ) : null}
            {appointment.can_cancel ? (
              <a class="quiet" href={urlOf(view, "/cancel")}>
                {t("cancel")}
              </a>
            ) : null}
            <a class="quiet" href={linkTo(`/b/${appointment.slug}`, view.kept)} data-plain>
              {t("bookAnother")}
            </a>
          </nav>
          {appointment.can_cancel || isNear ? (
            <CalendarLinks appointment={appointment} token={token} t={t} />
          ) : null}
        </>
      )}
    </main>
  );
}

function urlOf({ token, kept }: ManageView, step: string, date?: string): string {
  return linkTo(`/m/${token}${step}`, date === undefined ? kept : [...kept, ["date", date]]);
}

function ManageNotice({ view: { notice, t } }: { readonly view: ManageView }) {
  if (notice === undefined) return null;
  const isGood = notice !== "taken" && notice !== "cannotChange";
  return (
    <p class={isGood ? "notice good" : "notice"} role={isGood ? "status" : "alert"}>
      {t(`notice_${notice}`)}
    </p>
  );
}

/** Asks the client to confirm the cancellation. Shows the fee above the button. */
function Cancel({ view }: { readonly view: ManageView }) {
  const { appointment, token, t, formats } = view;
  const { cancellation_fee: fee } = appointment;
  return (
    <form method="post" action={`/m/${token}/cancel`} class="card">
      <Hidden fields={view.kept} sealed={undefined} />
      <p class={fee === null ? "terms" : "notice"}>
        {fee === null ? t("cancelFree") : t("feeNow", { fee: formats.money(fee) })}
      </p>
      {appointment.deposit === null ? null : (
        <p class="terms">
          {appointment.deposit.returned === null
            ? t("depositByBusiness", { business: appointment.business_name })
            : appointment.deposit.returned.amount === 0
              ? t("depositKept", { amount: formats.money(appointment.deposit.amount) })
              : t("depositReturned", {
                  amount: formats.money(appointment.deposit.returned),
                  deposit: formats.money(appointment.deposit.amount),
                })}
        </p>
      )}
      {appointment.cancellation_text === null ? null : <p class="soft">{appointment.cancellation_text}</p>}
      <div class="field">
        <label for="reason">
          {t("reason")} <span class="soft">{t("optional")}</span>
        </label>
        <input id="reason" name="reason" maxlength={500} />
      </div>
      <div class="actions">
        <button type="submit" class="danger">
          {fee === null ? t("cancelNow") : t("cancelForFee", { fee: formats.money(fee) })}
        </button>
        <a class="quiet" href={urlOf(view, "")}>
          {t("keep")}
        </a>
      </div>
    </form>
  );
}

/** Shows the days and start times to which the client can reschedule the appointment. */
export function ManageTimes({ view, times }: { readonly view: ManageView; readonly times: FoundTimes }) {
  const { appointment, token, t, formats } = view;
  const { starts, next, date } = times;
  const old = `${formats.longDay(appointment.starts_at.slice(0, 10))}, ${clockText({ formats }, appointment.starts_at)}`;
  return (
    <main class="column">
      <div class="heading">
        <h1 tabindex={-1}>{t("reschedule")}</h1>
      </div>
      <ManageNotice view={view} />
      <p class="card">{t("movingFrom", { time: old })}</p>
      <div class="calendar">
        <MonthGrid visit={view} times={times} url={(on) => urlOf(view, "/times", on)} />
        <section class="day" aria-labelledby="day">
          <h2 id="day">{formats.longDay(date)}</h2>
          {starts.length > 0 ? (
            <form method="post" action={`/m/${token}/times`} class="starts">
              <Hidden fields={view.kept} sealed={undefined} />
              <fieldset>
                <legend>{t("newTime")}</legend>
                <div class="grid">
                  {starts.map((start) => (
                    <button type="submit" name="start" value={start} class="start" key={start}>
                      {clockText({ formats }, start)}
                    </button>
                  ))}
                </div>
              </fieldset>
            </form>
          ) : (
            <p class="empty" role="status">
              {t("noTimesOnDay")}
            </p>
          )}
          {next === null || starts.length > 0 ? null : (
            <a class="secondary" href={urlOf(view, "/times", next.slice(0, 10))}>
              {t("next", { time: `${formats.day(next.slice(0, 10))}, ${clockText({ formats }, next)}` })}
            </a>
          )}
        </section>
      </div>
      <p class="zone" data-zone={appointment.time_zone} data-at={appointment.starts_at}>
        {t("timesIn", { zone: appointment.time_zone.replaceAll("_", " ") })}
      </p>
      <p>
        <a class="quiet" href={urlOf(view, "")}>
          {t("keep")}
        </a>
      </p>
    </main>
  );
}
