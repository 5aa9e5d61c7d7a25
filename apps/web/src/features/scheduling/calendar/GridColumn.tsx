import { calendarTexts } from "@daybook/i18n/calendar";
import type { CardColours } from "@daybook/tokens";
import { memo } from "react";
import { useFormats, useText } from "../../../base/language.tsx";
import { useSearchValue } from "../../../base/search.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { Card } from "./Card.tsx";
import { itemOf } from "./changes.ts";
import type { Column } from "./columns.ts";
import { type PlacedEntry, recordIdOf } from "./entries.ts";
import { useMarksOf } from "./marks.ts";
import { NowLine } from "./NowLine.tsx";
import classes from "./TimeGrid.module.css";

interface Props {
  readonly column: Column;
  /** The cards to draw: the column's entries, or none until `useDrawnColumns` includes the column. */
  readonly entries: readonly PlacedEntry[];
  readonly isToday: boolean;
  /** The key of the entry that is the grid's tab stop; undefined if the entry is not in this column. */
  readonly tabStop: string | undefined;
  readonly coloursOf: (source: PlacedEntry["source"]) => CardColours;
  readonly nameOf: (staffId: string) => string;
  readonly onFocus: (key: string | undefined) => void;
}

/**
 * Shows the cards, off-hours and time off of one column. Memoized, so that opening a card renders only its column and the column of the
 * previously open card.
 */
export const GridColumn = memo(function GridColumn({
  column,
  entries,
  isToday,
  tabStop,
  coloursOf,
  nameOf,
  onFocus,
}: Props) {
  const t = useText(calendarTexts);
  const formats = useFormats();
  const marksOf = useMarksOf();
  const { day } = column;
  // The id of the entry with an open panel; undefined if the entry is not in this column.
  const selected = useSearchValue(({ open }) =>
    entries.some((entry) => recordIdOf(entry) === open) ? open : undefined,
  );
  return (
    <ul
      className={classes.column}
      data-column={column.key}
      aria-label={t("columnLabel", {
        name: column.name,
        date: formats.longDay(day.date),
        count: column.entries.length,
      })}
      onFocus={(event) => onFocus((event.target as HTMLElement).dataset.entry)}
    >
      {column.offHours.map((off) => (
        <li
          key={off.startsMinutes}
          className={classes.off}
          aria-hidden="true"
          style={bounds(off.startsMinutes, off.endsMinutes)}
        />
      ))}
      {column.timeOff.map((off) => (
        <li
          key={`t${off.startsMinutes}`}
          className={classes.timeOff}
          style={bounds(off.startsMinutes, off.endsMinutes)}
        >
          <Icon name="door" size={14} />
          {off.label ?? t("timeOff")}
        </li>
      ))}
      {entries.map((entry) => (
        <li key={entry.key} className={classes.entry}>
          <Card
            entry={entry}
            day={day}
            colours={coloursOf(entry.source)}
            isSelected={selected !== undefined && recordIdOf(entry) === selected}
            isTabStop={entry.key === tabStop}
            performer={column.room === undefined ? undefined : performerOf(entry.source, nameOf)}
            t={t}
            formats={formats}
            marksOf={marksOf}
          />
        </li>
      ))}
      {isToday && <NowLine day={day} />}
    </ul>
  );
});

function bounds(startsMinutes: number, endsMinutes: number) {
  return {
    top: `calc(${startsMinutes} * var(--minute))`,
    height: `calc(${endsMinutes - startsMinutes} * var(--minute))`,
  };
}

function performerOf(source: PlacedEntry["source"], nameOf: (staffId: string) => string): string | undefined {
  return source.kind === "block" ? undefined : nameOf(itemOf(source.appointment, source.itemId).staff_id);
}
