import { localText, zoneNamed } from "@daybook/engine";
import type { Formats } from "@daybook/i18n";
import type { DataOf } from "@daybook/sdk";
import { type PublicPolicy, policySentence } from "../server/policyText.ts";
import { Hidden } from "./Document.tsx";
import type { Texts } from "./language.ts";
import { linkTo } from "./linkTo.ts";
import { clockText } from "./parts.tsx";

type JoinedEntry = DataOf<"get", "/public/waitlist/{token}">;
type Offer = NonNullable<JoinedEntry["offer"]>;

export interface WaitingView {
  readonly entry: JoinedEntry;
  readonly token: string;
  readonly t: Texts;
  readonly formats: Formats;
  /** The parameters that links and forms keep: the language and the embedding page. */
  readonly kept: readonly (readonly [string, string])[];
  readonly notice:
    | "joined"
    | "declined"
    | "left"
    | "offerTaken"
    | "offerEnded"
    | "policyChanged"
    | "cannotChange"
    | undefined;
  readonly policy: PublicPolicy | null;
  readonly currency: string;
  /** Whether the business currently accepts online bookings. */
  readonly isOpen: boolean;
  readonly isLeaving: boolean;
  readonly now: number;
}

/** Shows a waitlist entry to its client, with a pending offer first. */
export function Waiting({ view }: { readonly view: WaitingView }) {
  const { entry, token, t, now, isLeaving, isOpen } = view;
  const isWaiting = entry.status === "waiting" || entry.status === "offered";
  const offer = entry.status === "offered" ? entry.offer : null;
  const isPending = offer?.status === "pending" && Date.parse(offer.expires_at) > now;
  const title = isLeaving && isWaiting ? t("leaveTitle") : isPending ? t("offerTitle") : t("yourPlace");
  return (
    <main class="column">
      <div class="heading">
        <h1 tabindex={-1}>{title}</h1>
      </div>
      <Message view={view} />
      {isPending && offer !== null && !isLeaving ? <OfferCard view={view} offer={offer} /> : null}
      {isPending && !isLeaving ? null : (
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
      {t(`notice_${notice}`)}
    </p>
  );
}

/** Shows that the newest offer has expired or that its time is no longer free. */
function EndedOffer({ view: { entry, notice, t, formats } }: { readonly view: WaitingView }) {
  const { offer } = entry;
  if (notice !== undefined || (offer?.status !== "expired" && offer?.status !== "withdrawn")) return null;
  const time = `${formats.longDay(offer.starts_at.slice(0, 10))}, ${clockText({ formats }, offer.starts_at)}`;
  return <p class="soft">{t(offer.status === "expired" ? "offerExpired" : "offerWithdrawn", { time })}</p>;
}

/** Shows an offer with its terms, and the forms that accept and decline it. */
function OfferCard({ view, offer }: { readonly view: WaitingView; readonly offer: Offer }) {
  const { entry, token, t, formats, policy, currency } = view;
  const expires = localText(zoneNamed(entry.time_zone), Date.parse(offer.expires_at));
  return (
    <section class="summary" aria-label={t("offerTitle")}>
      <p class="when">
        <strong>{formats.longDay(offer.starts_at.slice(0, 10))}</strong>
        <span>
          {clockText({ formats }, offer.starts_at)}–{clockText({ formats }, offer.ends_at)}
        </span>
      </p>
      <p class="zone" data-zone={entry.time_zone} data-at={offer.starts_at}>
        {t("timesIn", { zone: entry.time_zone.replaceAll("_", " ") })}
      </p>
      <ul>
        {offer.items.map((item, index) => (
          <li key={`${item.service_id} ${index}`}>
            <span>
              {item.service_name}
              <span class="soft"> · {item.staff_name}</span>
            </span>
            <span>{formats.money(item.price)}</span>
          </li>
        ))}
      </ul>
      <p class="total">
        <span>{t("total")}</span>
        <strong>{formats.money(offer.total)}</strong>
      </p>
      <p class="terms">{policySentence({ policy, currency, t, formats, totalMinor: offer.total.amount })}</p>
      <p class="rule">
        {t("answerBy", {
          time: `${formats.longDay(expires.slice(0, 10))}, ${clockText({ formats }, expires)}`,
        })}
      </p>
      <div class="actions">
        <form method="post" action={`/w/${token}/accept`}>
          <Hidden fields={view.kept} sealed={undefined} />
          <input type="hidden" name="offer" value={offer.id} />
          <input type="hidden" name="policy" value={policy?.version ?? ""} />
          <button type="submit" class="primary">
            {t("acceptOffer")}
          </button>
        </form>
        <form method="post" action={`/w/${token}/decline`}>
          <Hidden fields={view.kept} sealed={undefined} />
          <input type="hidden" name="offer" value={offer.id} />
          <button type="submit" class="secondary">
            {t("declineOffer")}
          </button>
        </form>
      </div>
    </section>
  );
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

/** Returns the names of weekdays. Consecutive days are joined: Mon–Wed, Fri. */
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
