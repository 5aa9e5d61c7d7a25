import type { Formats } from "@daybook/i18n";
import { Hidden } from "./Document.tsx";
import { linkTo } from "./linkTo.ts";
import { OfferCard, PayOffer } from "./OfferCard.tsx";
import { clockText } from "./parts.tsx";
import { pendingOffer, type WaitingView } from "./waitingView.ts";

/** Notices that already contain the status of the entry. With these notices, the page does not show the status separately. */
const SAY_STATUS: readonly string[] = ["joined", "left"];

/** Shows a waitlist entry to the client. A pending offer is at the top. */
export function Waiting({ view }: { readonly view: WaitingView }) {
  const { entry, token, t, isLeaving, isOpen, payUrl, cardForm } = view;
  const isWaiting = entry.status === "waiting" || entry.status === "offered";
  const offer = pendingOffer(view);
  const isPending = offer !== null;
  const title = isLeaving && isWaiting ? t("leaveTitle") : isPending ? t("offerTitle") : t("yourPlace");
  if (isPending && (payUrl !== undefined || cardForm !== null))
    return (
      <main class="column">
        <div class="heading">
          <h1 tabindex={-1}>{t(offer.deposit === null ? "cardTitle" : "payTitle")}</h1>
        </div>
        <Message view={view} />
        <PayOffer view={view} offer={offer} />
      </main>
    );
  return (
    <main class="column">
      <div class="heading">
        <h1 tabindex={-1}>{title}</h1>
      </div>
      <Message view={view} />
      {isPending && !isLeaving ? <OfferCard view={view} offer={offer} /> : null}
      {(isPending && !isLeaving) || SAY_STATUS.includes(view.notice ?? "") ? null : (
        <p class={isWaiting ? "status arrived" : "status"} role="status">
          {t(`wait_${entry.status}`)}
        </p>
      )}
      {entry.status === "waiting" && !isLeaving ? <EndedOffer view={view} /> : null}
      <Wishes view={view} />
      {isLeaving && isWaiting ? (
        <form method="post" action={`/w/${token}/leave`} class="card">
          <Hidden fields={view.kept} sealed={undefined} />
          <p>{t("leaveHint")}</p>
          <div class="actions">
            <button type="submit" class="danger">
              {t("leaveWaitlist")}
            </button>
            <a class="quiet" href={urlOf(view, "")}>
              {t("stay")}
            </a>
          </div>
        </form>
      ) : (
        <nav class="actions" aria-label={t("changes")}>
          {entry.manage_url === null ? null : (
            <a
              class="primary"
              href={linkTo(`/m/${entry.manage_url.split("/").at(-1)}`, view.kept)}
              data-plain
            >
              {t("yourAppointment")}
            </a>
          )}
          {isWaiting ? (
            <a class="quiet" href={urlOf(view, "/leave")}>
              {t("leaveWaitlist")}
            </a>
          ) : null}
          {isOpen ? (
            <a class="quiet" href={linkTo(`/b/${entry.slug}`, view.kept)} data-plain>
              {t("otherTimes")}
            </a>
          ) : null}
        </nav>
      )}
    </main>
  );
}

function urlOf({ token, kept }: WaitingView, step: string): string {
  return linkTo(`/w/${token}${step}`, kept);
}

function Message({ view: { notice, t } }: { readonly view: WaitingView }) {
  if (notice === undefined) return null;
  const isGood = notice === "joined" || notice === "declined" || notice === "left";
  return (
    <p class={isGood ? "notice good" : "notice"} role={isGood ? "status" : "alert"}>
      {notice === "depositUnpaid" || notice === "cardMissing" || notice === "cardFormGone"
        ? t(notice)
        : t(`notice_${notice}`)}
    </p>
  );
}

/** Shows that the newest offer has expired or that the offered time is no longer free. */
function EndedOffer({ view: { entry, notice, t, formats } }: { readonly view: WaitingView }) {
  const { offer } = entry;
  if (notice !== undefined || (offer?.status !== "expired" && offer?.status !== "withdrawn")) return null;
  const time = `${formats.longDay(offer.starts_at.slice(0, 10))}, ${clockText({ formats }, offer.starts_at)}`;
  return <p class="soft">{t(offer.status === "expired" ? "offerExpired" : "offerWithdrawn", { time })}</p>;
}

/** Shows the services, days and times of the waitlist entry. */
function Wishes({ view: { entry, t, formats } }: { readonly view: WaitingView }) {
  const clock = (time: string) => clockText({ formats }, `0000-00-00T${time}`);
  return (
    <dl class="card facts">
      <div>
        <dt>{t("waitsFor")}</dt>
        {entry.items.map(({ service_id, service_name, staff_name }, index) => (
          <dd key={`${service_id} ${index}`}>
            {service_name}
            <span class="soft"> · {staff_name ?? t("anyTeamMember")}</span>
          </dd>
        ))}
      </div>
      <div>
        <dt>{t("waitlistWhen")}</dt>
        {entry.windows.map(({ from, to, weekdays, starts, ends }) => (
          <dd key={`${from} ${to} ${starts}`}>
            {from === to
              ? formats.longDay(from)
              : t("waitlistUntil", { from: formats.day(from), to: formats.day(to) })}
            <span class="soft">
              {weekdays.length === 7 ? "" : ` · ${weekdaysText(weekdays, formats)}`}
              {" · "}
              {starts === "00:00" && ends === "24:00"
                ? t("anyTime")
                : t("between", { from: clock(starts), to: clock(ends === "24:00" ? "00:00" : ends) })}
            </span>
          </dd>
        ))}
      </div>
      <div>
        <dt>{t("where")}</dt>
        <dd>
          {entry.business_name}
          <span class="soft"> · {entry.location_name}</span>
        </dd>
      </div>
    </dl>
  );
}

/** Returns the names of weekdays. Three or more consecutive days form a range: Mon–Wed, Fri. */
function weekdaysText(weekdays: readonly number[], formats: Formats): string {
  const name = (day: number | undefined) => formats.weekday(`2024-01-0${day}`);
  const runs: number[][] = [];
  for (const day of weekdays) {
    const run = runs.at(-1);
    if (run?.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  return runs
    .flatMap((run) => (run.length > 2 ? [`${name(run[0])}–${name(run.at(-1))}`] : run.map(name)))
    .join(", ");
}
