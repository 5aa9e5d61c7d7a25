import { calendarTexts } from "@daybook/i18n/calendar";
import { useFormats, useText } from "../../../base/language.tsx";
import { useIsPrinting } from "../../../ui/useIsPrinting.ts";
import classes from "./DaySheets.module.css";
import { clientName, STATUS } from "./status.ts";
import { wallMinutes } from "./times.ts";
import type { Calendar } from "./useCalendar.ts";

/**
 * Renders the printable version of a day only while the page is being printed, because the version would double the number of elements on
 * the page.
 */
export function DaySheets({ calendar }: { readonly calendar: Calendar }) {
  return useIsPrinting() ? <Sheets calendar={calendar} /> : null;
}

/** Renders a sheet for each staff member with entries. The style sheet hides the sheets on screen. */
function Sheets({ calendar }: { readonly calendar: Calendar }) {
  const t = useText(calendarTexts);
  const formats = useFormats();
  return (
    <div className={`${classes.sheets} numbers`} data-print="">
      {calendar.columns
        .filter(({ entries }) => entries.length > 0)
        .map(({ key, name, day, entries }) => (
          <section key={key} className={classes.sheet}>
            <h2>
              {name}, {formats.longDay(day.date)}
            </h2>
            <table>
              <tbody>
                {entries.map(({ key: entryKey, startsMinutes, endsMinutes, source }) => {
                  const times = `${formats.time(wallMinutes(day, startsMinutes))}–${formats.time(wallMinutes(day, endsMinutes))}`;
                  if (source.kind === "block")
                    return (
                      <tr key={entryKey}>
                        <td>{times}</td>
                        <td colSpan={3}>{source.block.label ?? t("blocked")}</td>
                      </tr>
                    );
                  const { appointment, itemId } = source;
                  return (
                    <tr key={entryKey}>
                      <td>{times}</td>
                      <td>
                        <b>{clientName(appointment) || t("unknownClient")}</b>
                        {appointment.first_visit === true && ` (${t("markFirstVisit")})`}
                        {appointment.client?.alert && (
                          <div>{t("markAlert", { alert: appointment.client.alert })}</div>
                        )}
                      </td>
                      <td>
                        {appointment.items.find(({ id }) => id === itemId)?.service_name}
                        {appointment.internal_note && <div>{appointment.internal_note}</div>}
                      </td>
                      <td>{t(STATUS[appointment.status].text)}</td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </section>
        ))}
    </div>
  );
}
