import type { Area, Formats, Translate } from "@daybook/i18n";
import type { calendarTexts } from "@daybook/i18n/calendar";
import type { CardColours } from "@daybook/tokens";
import { type CSSProperties, memo } from "react";
import { Icon } from "../../../ui/Icon.tsx";
import classes from "./Card.module.css";
import type { PlacedEntry } from "./entries.ts";
import type { useMarksOf } from "./marks.ts";
import { clientName, STATUS } from "./status.ts";
import { type LocalDay, wallMinutes } from "./times.ts";

/** The minimum duration of a card with room for a second line, in minutes. */
const TWO_LINES_MINUTES = 30;

type TextsOf<A> = A extends Area<infer M> ? Translate<M> : never;

interface Props {
  readonly entry: PlacedEntry;
  readonly day: LocalDay;
  readonly colours: CardColours;
  readonly isSelected: boolean;
  readonly isTabStop: boolean;
  /** The name of the staff member, shown in a room's column. */
  readonly performer: string | undefined;
  /** The texts and formats, which the column reads once for all its cards. */
  readonly t: TextsOf<typeof calendarTexts>;
  readonly formats: Formats;
  readonly marksOf: ReturnType<typeof useMarksOf>;
}

/** Shows the card of an item or block. The grid handles the pointer and keyboard events of all cards. */
export const Card = memo(function Card({
  entry,
  day,
  colours,
  isSelected,
  isTabStop,
  performer,
  t,
  formats,
  marksOf,
}: Props) {
  const { source, startsMinutes, endsMinutes, lane, lanes } = entry;
  const starts = formats.time(wallMinutes(day, startsMinutes));
  const ends = formats.time(wallMinutes(day, endsMinutes));
  const style: Record<string, string | number> = {
    "--starts": startsMinutes,
    "--minutes": endsMinutes - startsMinutes,
    "--lane": lane,
    "--lanes": lanes,
    "--card": colours.background,
    "--bar": colours.bar,
    "--text": colours.text,
  };
  if (source.kind === "block")
    return (
      <button
        type="button"
        className={classes.card}
        data-kind="block"
        data-entry={entry.key}
        data-lanes={Math.min(lanes, 3)}
        data-selected={isSelected || undefined}
        tabIndex={isTabStop ? 0 : -1}
        style={style as CSSProperties}
        aria-label={t("blockLabel", { label: source.block.label ?? t("blocked"), starts, ends })}
      >
        <span className={classes.first}>
          <Icon name="block" size={14} />
          <span>{source.block.label ?? t("blocked")}</span>
        </span>
        <span className={classes.handle} data-resize="" />
      </button>
    );
  const { appointment, itemId } = source;
  const item = appointment.items.find(({ id }) => id === itemId);
  const name = clientName(appointment) || t("unknownClient");
  const status = STATUS[appointment.status];
  const marks = marksOf(appointment);
  const texts = marks.map(({ text }) => text);
  const what = [item?.service_name, performer].filter(Boolean);
  const label = t("cardLabel", {
    starts,
    ends,
    client: name,
    service: what.join(", "),
    status: t(status.text),
  });
  if (entry.processing !== undefined) {
    style["--processing-starts"] = entry.processing.startsMinutes - startsMinutes;
    style["--processing-minutes"] = entry.processing.endsMinutes - entry.processing.startsMinutes;
  }
  const card = (
    <button
      type="button"
      className={`${classes.card} numbers`}
      data-kind="item"
      data-status={appointment.status}
      data-short={endsMinutes - startsMinutes < TWO_LINES_MINUTES || undefined}
      data-tall={endsMinutes - startsMinutes >= TWO_LINES_MINUTES || undefined}
      data-entry={entry.key}
      data-lanes={Math.min(lanes, 3)}
      data-selected={isSelected || undefined}
      tabIndex={isTabStop ? 0 : -1}
      style={style as CSSProperties}
      aria-label={[label, ...texts].join(", ")}
      title={texts.join(" · ") || undefined}
    >
      {entry.processing !== undefined && <span className={classes.processing} />}
      <span className={classes.first}>
        <span className={classes.status}>
          <Icon name={status.icon} size={14} />
        </span>
        <span>{starts}</span>
        <span className={classes.name}>{name}</span>
        {marks.length > 0 && (
          <span className={classes.marks}>
            {marks.map(({ name: mark }) => (
              <span key={mark} data-mark={mark}>
                <Icon name={mark} size={14} />
              </span>
            ))}
          </span>
        )}
      </span>
      <span className={classes.second}>{what.join(" · ")}</span>
      <span className={classes.handle} data-resize="" />
    </button>
  );
  const { bufferBeforeMinutes, bufferAfterMinutes } = entry;
  if (bufferBeforeMinutes + bufferAfterMinutes === 0) return card;
  style["--buffer-before"] = bufferBeforeMinutes;
  style["--buffer-after"] = bufferAfterMinutes;
  return (
    <>
      <span className={classes.buffer} data-buffer="" style={style as CSSProperties} />
      {card}
    </>
  );
});
