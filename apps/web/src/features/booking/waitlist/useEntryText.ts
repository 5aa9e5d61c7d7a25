import { waitlistTexts } from "@daybook/i18n/waitlist";
import { useQuery } from "@tanstack/react-query";
import { useBusiness } from "../../../base/business.tsx";
import { servicesQuery, staffQuery } from "../../../base/catalogue.ts";
import { minutesOfTime } from "../../../base/instants.ts";
import { useFormats, useText } from "../../../base/language.tsx";
import type { Entry } from "./queries.ts";

/** A Monday, used to format the names of weekdays. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAYS_OF_WEEK = 7;

/** Returns functions that describe the client, services and windows of an entry. */
export function useEntryText() {
  const t = useText(waitlistTexts);
  const formats = useFormats();
  const { id: business } = useBusiness();
  const { data: services = [] } = useQuery(servicesQuery(business));
  const { data: staff = [] } = useQuery(staffQuery(business));
  const weekday = (number: number) =>
    formats.weekday(new Date(MONDAY + (number - 1) * 86_400_000).toISOString().slice(0, 10));
  const staffName = (id: string) => staff.find((one) => one.id === id)?.display_name ?? "";

  /** Joins consecutive weekdays: Mon–Wed, Fri. */
  const weekdays = (numbers: readonly number[]) => {
    if (numbers.length === DAYS_OF_WEEK) return "";
    const runs: number[][] = [];
    for (const number of numbers) {
      const run = runs.at(-1);
      if (run?.at(-1) === number - 1) run.push(number);
      else runs.push([number]);
    }
    return runs
      .flatMap((run) =>
        run.length > 2 ? [`${weekday(run[0] ?? 1)}–${weekday(run.at(-1) ?? 1)}`] : run.map(weekday),
      )
      .join(", ");
  };
  const times = (starts: string, ends: string) => {
    const [from, to] = [minutesOfTime(starts) ?? 0, minutesOfTime(ends) ?? 1440];
    if (from === 0 && to === 1440) return "";
    if (from === 0) return t("untilTime", { time: formats.time(to) });
    if (to === 1440) return t("fromTime", { time: formats.time(from) });
    return `${formats.time(from)}–${formats.time(to)}`;
  };
  return {
    weekday,
    staffName,
    client: ({ client }: Entry) =>
      client === null
        ? t("deletedClient")
        : [client?.first_name, client?.last_name].filter(Boolean).join(" "),
    services: ({ items }: Pick<Entry, "items">) =>
      items
        .map(({ service_id, staff_id }) => {
          const service = services.find(({ id }) => id === service_id)?.name ?? "";
          return staff_id === null ? service : t("with", { service, name: staffName(staff_id) });
        })
        .filter(Boolean)
        .join(", "),
    window: (window: Entry["windows"][number]) =>
      [
        window.from === window.to ? formats.day(window.from) : formats.dayRange(window.from, window.to),
        weekdays(window.weekdays),
        times(window.starts, window.ends),
      ]
        .filter(Boolean)
        .join(" · "),
  };
}
