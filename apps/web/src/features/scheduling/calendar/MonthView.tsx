import { zoneNamed } from "@daybook/engine";
import { calendarTexts } from "@daybook/i18n/calendar";
import { useMemo } from "react";
import { useFormats, useText } from "../../../base/language.tsx";
import classes from "./MonthView.module.css";
import { dateAt, plusDays, weekStart } from "./times.ts";
import type { Calendar } from "./useCalendar.ts";

/** Shows the number of appointments on each day of the month, and marks the days on which the location is closed. */
export function MonthView({ calendar }: { readonly calendar: Calendar }) {
  const t = useText(calendarTexts);
  const formats = useFormats();
  const { date, today, appointments, shifts, timeZone, change } = calendar;
  const from = weekStart(`${date.slice(0, 8)}01`);
  const counts = useMemo(() => {
    const zone = zoneNamed(timeZone);
    const result = new Map<string, number>();
    for (const { starts_at, status } of appointments ?? []) {
      if (status === "cancelled" || status === "declined") continue;
      const day = dateAt(zone, Date.parse(starts_at));
      result.set(day, (result.get(day) ?? 0) + 1);
    }
    return result;
  }, [appointments, timeZone]);
  const open = useMemo(() => new Set(shifts?.open.map(({ starts_at }) => starts_at.slice(0, 10))), [shifts]);
  const max = Math.max(1, ...counts.values());
  const weeks = Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => plusDays(from, 7 * week + day)),
  );
  return (
    <table className={classes.month}>
      <caption className="visually-hidden">{formats.month(date)}</caption>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col">
              {formats.weekday(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              const count = counts.get(day) ?? 0;
              return (
                <td key={day} data-outside={day.slice(0, 7) !== date.slice(0, 7) || undefined}>
                  <button
                    type="button"
                    className={classes.day}
                    data-today={day === today || undefined}
                    data-closed={(shifts !== undefined && !open.has(day)) || undefined}
                    onClick={() => change({ date: day, view: "day" })}
                  >
                    {/* Visually hidden text, because an `aria-label` would have to start with the visible number. */}
                    <span className="visually-hidden">
                      {t("monthDay", { date: formats.longDay(day), count })}
                    </span>
                    <span className={classes.number} aria-hidden="true">
                      {Number(day.slice(8))}
                    </span>
                    {count > 0 && (
                      <>
                        <span
                          className={classes.bar}
                          style={{ width: `${Math.round((count / max) * 100)}%` }}
                        />
                        <span className={classes.count} aria-hidden="true">
                          {t("appointments", { count })}
                        </span>
                      </>
                    )}
                  </button>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
