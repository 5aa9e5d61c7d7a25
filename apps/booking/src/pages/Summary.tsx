import { urlOf } from "../server/choice.ts";
import type { PageProps } from "./pageProps.ts";
import { clockText, durationText } from "./parts.tsx";

/** Shows the held time and services in two lines, above the forms of the contact and details steps. */
export function ShortSummary({ visit, sealed }: PageProps) {
  const { progress, services, formats, t, slug, choice, business } = visit;
  const { hold } = progress;
  if (hold === undefined) return null;
  const date = hold.startsAt.slice(0, 10);
  return (
    <section class="summary short" aria-label={t("yourAppointment")}>
      <p class="when">
        <strong>
          {formats.day(date)}, {clockText(visit, hold.startsAt)}
        </strong>
        <a href={urlOf(`/b/${slug}`, "times", { ...choice, date }, sealed)}>{t("changeTime")}</a>
      </p>
      <p>
        {services.map(({ name }) => name).join(", ")}
        <span class="soft"> · {formats.money({ amount: hold.totalMinor, currency: business.currency })}</span>
      </p>
    </section>
  );
}

/** Shows the held time and services, with a link to choose another time. */
export function Summary({ visit, sealed }: PageProps) {
  const { progress, services, formats, t, slug, choice, business, location } = visit;
  const { hold } = progress;
  if (hold === undefined) return null;
  const nameOf = (serviceId: string, staffId: string) => {
    const service = services.find(({ id }) => id === serviceId);
    return service?.staff.find((member) => member.staff_id === staffId)?.display_name;
  };
  const date = hold.startsAt.slice(0, 10);
  return (
    <section class="summary" aria-label={t("yourAppointment")}>
      <p class="when">
        <strong>{formats.longDay(date)}</strong>
        <span>
          {clockText(visit, hold.startsAt)}–{clockText(visit, hold.endsAt)}
        </span>
      </p>
      <ul>
        {hold.items.map(({ serviceId, staffId }, index) => (
          <li key={`${serviceId} ${index}`}>
            <span>
              {services.find(({ id }) => id === serviceId)?.name}
              <span class="soft"> · {nameOf(serviceId, staffId)}</span>
            </span>
          </li>
        ))}
      </ul>
      <p class="total">
        <span>
          <strong>{formats.money({ amount: hold.totalMinor, currency: business.currency })}</strong>
          <span class="soft">
            {" "}
            · {durationText(visit, services)} · {location.name}
          </span>
        </span>
        <a href={urlOf(`/b/${slug}`, "times", { ...choice, date }, sealed)}>{t("changeTime")}</a>
      </p>
    </section>
  );
}
