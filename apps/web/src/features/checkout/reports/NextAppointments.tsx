import { DAY, zoneNamed } from "@daybook/engine";
import { reportsTexts } from "@daybook/i18n/reports";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../../../base/api.ts";
import { useNow } from "../../../base/businessTime.ts";
import { instantOfLocal, localTimeOf } from "../../../base/instants.ts";
import { useFormats, useText } from "../../../base/language.tsx";
import classes from "./Reports.module.css";

const MAX_SHOWN = 6;
const MAX_PAGE = 1000;

/** Returns the query for the appointments of a local day. */
function dayQuery(business: string, location: string, timeZone: string, today: string) {
  const midnight = (date: string) =>
    new Date(instantOfLocal(zoneNamed(timeZone), date, 0) ?? Date.parse(date)).toISOString();
  const tomorrow = new Date(Date.parse(today) + DAY).toISOString().slice(0, 10);
  return {
    queryKey: [business, "appointments", "of day", location, today],
    queryFn: async () => {
      const query = {
        location_id: location,
        from: midnight(today),
        to: midnight(tomorrow),
        include: ["client" as const],
        limit: MAX_PAGE,
      };
      return (await api.appointments.list({ path: { business }, query })).items;
    },
  } as const;
}

/** Lists today's upcoming appointments, each with a link to its panel in the calendar. */
export function NextAppointments({
  business,
  location,
  today,
  timeZone,
}: {
  readonly business: string;
  readonly location: string;
  readonly today: string;
  readonly timeZone: string;
}) {
  const t = useText(reportsTexts);
  const formats = useFormats();
  const now = useNow();
  const { data } = useQuery(dayQuery(business, location, timeZone, today));
  if (data === undefined) return null;
  const next = data
    .filter(
      ({ status, starts_at }) =>
        (status === "requested" || status === "booked") && Date.parse(starts_at) >= now(),
    )
    .sort((one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at));
  return (
    <section className={`surface ${classes.next}`} aria-labelledby="next-appointments">
      <h2 id="next-appointments">{t("nextAppointments")}</h2>
      {next.length === 0 && <p>{t("noneLeftToday")}</p>}
      <ul>
        {next.slice(0, MAX_SHOWN).map(({ id, starts_at, client, items }) => (
          <li key={id}>
            <Link
              to={`/${business}/calendar` as never}
              search={{ location, date: today, open: id } as never}
              className={classes.appointment}
            >
              <b className="numbers">{formats.time(localTimeOf(timeZone, starts_at).minutes)}</b>
              <span className={classes.who}>
                <b>
                  {[client?.first_name, client?.last_name].filter(Boolean).join(" ") ||
                    t("clientWithoutName")}
                </b>
                <span className={classes.what}>
                  {items.map(({ service_name }) => service_name).join(", ")}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {next.length > MAX_SHOWN && <p>{t("moreToday", { count: next.length - MAX_SHOWN })}</p>}
    </section>
  );
}
