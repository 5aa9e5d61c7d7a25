import { urlOf } from "../server/choice.ts";
import type { FoundTimes } from "../server/findTimes.ts";
import { pathOf } from "../server/picture.ts";
import { Hidden } from "./Document.tsx";
import { MonthGrid } from "./MonthGrid.tsx";
import type { PageProps } from "./pageProps.ts";
import { clockText, durationText, Heading, Notice } from "./parts.tsx";
import { priceText } from "./price.ts";

/** Shows the days and start times for the cart, with a staff filter. Choosing a start time creates a hold. */
export function Times(props: PageProps & { readonly times: FoundTimes }) {
  const { visit, sealed, times } = props;
  const { slug, choice, t, progress } = visit;
  const url = (changed: object) => urlOf(`/b/${slug}`, "times", { ...choice, ...changed }, sealed);
  return (
    <main class="column">
      <Heading visit={visit} step="times">
        {t("chooseTime")}
      </Heading>
      <Cart {...props} />
      <Notice visit={visit} />
      {progress.alternatives === undefined || progress.alternatives.length === 0 ? null : (
        <StartForm {...props} label={t("alternatives")} starts={progress.alternatives} isDated />
      )}
      <Staff {...props} url={(staffId) => url({ staffId, date: undefined })} />
      {times.days.every((day) => day.slots === 0) ? (
        <p class="empty" role="status">
          {t("noTimes")}
        </p>
      ) : (
        <div class="calendar">
          <MonthGrid visit={visit} times={times} url={(date) => url({ date })} />
          <Day {...props} url={(date) => url({ date })} />
        </div>
      )}
      {visit.business.waitlist_open ? (
        <aside class="card waitlist">
          <p>{t("joinWaitlistHint")}</p>
          <a class="secondary" href={urlOf(`/b/${slug}`, "waitlist", choice, sealed)}>
            {t("joinWaitlist")}
          </a>
        </aside>
      ) : null}
      <p class="zone" data-zone={visit.location.time_zone} data-at={times.days[0]?.first ?? ""}>
        {t("timesIn", { zone: visit.location.time_zone.replaceAll("_", " ") })}
      </p>
    </main>
  );
}

function Cart({ visit, sealed }: PageProps) {
  const { services, t, slug, choice } = visit;
  return (
    <section class="cart" aria-label={t("yourServices")}>
      <ul>
        {services.map((service) => (
          <li key={service.id}>
            <span>{service.name}</span>
            <span class="soft">{durationText(visit, [service])}</span>
          </li>
        ))}
      </ul>
      <p class="total">
        <span>
          <strong>{priceText(visit, services)}</strong>
          <span class="soft"> · {durationText(visit, services)}</span>
        </span>
        <a href={urlOf(`/b/${slug}`, "", choice, sealed)}>{t("change")}</a>
      </p>
    </section>
  );
}

function Staff({ visit, url }: PageProps & { readonly url: (staffId: string | undefined) => string }) {
  const { services, choice, t } = visit;
  const staff = new Map(
    services.flatMap((service) => service.staff.map((member) => [member.staff_id, member])),
  );
  if (staff.size < 2) return null;
  return (
    <nav class="chips" aria-label={t("staff")}>
      <a class="chip" href={url(undefined)} aria-current={choice.staffId === undefined ? "true" : undefined}>
        <span class="face any" aria-hidden="true">
          ∗
        </span>
        {t("anyTeamMember")}
      </a>
      {[...staff.values()].map(({ staff_id, display_name, title, photo_url }) => (
        <a
          class="chip"
          key={staff_id}
          href={url(staff_id)}
          aria-current={choice.staffId === staff_id ? "true" : undefined}
        >
          <Face name={display_name} photo={pathOf(photo_url)} />
          <span>
            {display_name}
            {title === null ? null : <span class="soft">{title}</span>}
          </span>
        </a>
      ))}
    </nav>
  );
}

function Face({ name, photo }: { readonly name: string; readonly photo: string | undefined }) {
  if (photo !== undefined) return <img class="face" src={photo} alt="" width={32} height={32} />;
  return (
    <span class="face" aria-hidden="true">
      {initials(name)}
    </span>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toUpperCase();
}

function Day(props: PageProps & { readonly times: FoundTimes; readonly url: (date: string) => string }) {
  const { visit, times, url } = props;
  const { t, formats } = visit;
  const { date, starts, next } = times;
  const parts = [
    { name: t("morning"), starts: starts.filter((at) => hourOf(at) < 12) },
    { name: t("afternoon"), starts: starts.filter((at) => hourOf(at) >= 12 && hourOf(at) < 17) },
    { name: t("evening"), starts: starts.filter((at) => hourOf(at) >= 17) },
  ].filter((part) => part.starts.length > 0);
  return (
    <section class="day" aria-labelledby="day">
      <h2 id="day">{formats.longDay(date)}</h2>
      {parts.length === 0 ? (
        <p class="empty" role="status">
          {t("noTimesOnDay")}
        </p>
      ) : (
        parts.map((part) => <StartForm key={part.name} {...props} label={part.name} starts={part.starts} />)
      )}
      {next === null || parts.length > 0 ? null : (
        <p>
          <a class="secondary" href={url(next.slice(0, 10))}>
            {t("next", { time: `${formats.day(next.slice(0, 10))}, ${clockText(visit, next)}` })}
          </a>
        </p>
      )}
    </section>
  );
}

function hourOf(local: string): number {
  return Number(local.slice(11, 13));
}

function StartForm({
  visit,
  sealed,
  fields,
  label,
  starts,
  isDated = false,
}: PageProps & { readonly label: string; readonly starts: readonly string[]; readonly isDated?: boolean }) {
  const { slug, formats } = visit;
  return (
    <form method="post" action={`/b/${slug}/times`} class="starts">
      <Hidden fields={fields} sealed={sealed} />
      <fieldset>
        <legend>{label}</legend>
        <div class="grid">
          {starts.map((start) => (
            <button type="submit" name="start" value={start} class="start" key={start}>
              {isDated
                ? `${formats.day(start.slice(0, 10))}, ${clockText(visit, start)}`
                : clockText(visit, start)}
            </button>
          ))}
        </div>
      </fieldset>
    </form>
  );
}
