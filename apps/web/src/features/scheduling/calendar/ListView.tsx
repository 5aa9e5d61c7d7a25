import { calendarTexts } from "@daybook/i18n/calendar";
import { useFormats, useText } from "../../../base/language.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { useCardColours } from "./cardColours.ts";
import classes from "./ListView.module.css";
import { useMarksOf } from "./marks.ts";
import { clientName, STATUS } from "./status.ts";
import { wallMinutes } from "./times.ts";
import type { Calendar } from "./useCalendar.ts";

/** Shows the day as a list in chronological order, for phones and screen readers. */
export function ListView({
  calendar,
  onOpen,
}: {
  readonly calendar: Calendar;
  readonly onOpen: (id: string) => void;
}) {
  const t = useText(calendarTexts);
  const formats = useFormats();
  const coloursOf = useCardColours();
  const marksOf = useMarksOf();
  const rows = calendar.columns
    .flatMap(({ entries, staff, name, day }) => entries.map((entry) => ({ entry, staff, name, day })))
    .sort(
      (one, other) =>
        one.entry.startsMinutes - other.entry.startsMinutes ||
        (one.staff?.position ?? 0) - (other.staff?.position ?? 0),
    );
  return (
    <ul className={`${classes.list} numbers`} aria-label={formats.longDay(calendar.date)}>
      {rows.map(({ entry: { key, startsMinutes, endsMinutes, source }, name, day }) => {
        const item =
          source.kind === "item"
            ? source.appointment.items.find(({ id }) => id === source.itemId)
            : undefined;
        const isBlock = source.kind === "block";
        const status = isBlock ? undefined : STATUS[source.appointment.status];
        const alert = isBlock ? undefined : source.appointment.client?.alert;
        const marks = isBlock ? [] : marksOf(source.appointment).filter(({ name: mark }) => mark !== "alert");
        return (
          <li key={key}>
            <button
              type="button"
              className={classes.row}
              data-entry={key}
              style={{
                borderLeftColor: isBlock ? "var(--db-line-strong)" : coloursOf(source).bar,
              }}
              onClick={() => onOpen(isBlock ? source.block.id : source.appointment.id)}
            >
              <span className={classes.times}>
                <b>{formats.time(wallMinutes(day, startsMinutes))}</b>
                <span>{formats.time(wallMinutes(day, endsMinutes))}</span>
              </span>
              <span className={classes.what}>
                <b>
                  {isBlock
                    ? (source.block.label ?? t("blocked"))
                    : clientName(source.appointment) || t("unknownClient")}
                </b>
                <span>{[item?.service_name, name].filter(Boolean).join(" · ")}</span>
                {marks.length > 0 && (
                  <span className={classes.marks}>
                    {marks.map(({ name: mark, text }) => (
                      <span key={mark}>
                        <Icon name={mark} size={14} />
                        {text}
                      </span>
                    ))}
                  </span>
                )}
                {alert && (
                  <span className={classes.alert}>
                    <Icon name="alert" size={16} />
                    {alert}
                  </span>
                )}
              </span>
              {status && (
                <span className={classes.status}>
                  <Icon name={status.icon} size={16} />
                  {t(status.text)}
                </span>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
