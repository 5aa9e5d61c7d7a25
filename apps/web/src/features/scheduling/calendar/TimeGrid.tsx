import { calendarTexts } from "@daybook/i18n/calendar";
import {
  type CSSProperties,
  memo,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useFormats, useText } from "../../../base/language.tsx";
import { useSearchValue } from "../../../base/search.ts";
import { Face } from "../../../ui/Face.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { useCardColours } from "./cardColours.ts";
import type { Column } from "./columns.ts";
import { GridColumn } from "./GridColumn.tsx";
import { NowTime } from "./NowLine.tsx";
import classes from "./TimeGrid.module.css";
import { wallMinutes } from "./times.ts";
import { useDrawnColumns } from "./useDrawnColumns.ts";

const NO_ENTRIES: Column["entries"] = [];

interface Props {
  readonly columns: readonly Column[];
  /** `day`: one column per staff member; `rooms`: one column per room; `week`: one column per date. */
  readonly view: "day" | "rooms" | "week";
  readonly nameOf: (staffId: string) => string;
  readonly today: string;
  /** The id of the staff member in the open panel of a new appointment. */
  readonly bookedFor: string | undefined;
  readonly gridRef: RefObject<HTMLDivElement | null>;
  readonly onOpenDate: (date: string) => void;
}

/**
 * Shows the columns of a day or week, with hour labels on the left. The header row and hour labels stay visible while the
 * grid scrolls.
 */
export const TimeGrid = memo(function TimeGrid({
  columns,
  view,
  nameOf,
  today,
  bookedFor,
  gridRef,
  onOpenDate,
}: Props) {
  const t = useText(calendarTexts);
  const formats = useFormats();
  const coloursOf = useCardColours();
  const [focused, setFocused] = useState<string>();
  const onFocus = useCallback((key: string | undefined) => startTransition(() => setFocused(key)), []);
  const drawn = useDrawnColumns(columns);
  const scrolledFor = useRef("");
  const first = columns[0];
  const dates = `${first?.day.date} ${columns.length > 0}`;
  useLayoutEffect(() => {
    if (gridRef.current === null || scrolledFor.current === dates || first === undefined) return;
    scrolledFor.current = dates;
    gridRef.current.scrollTop = Math.max(0, startOfWork(columns) - 30) * minuteHeight(gridRef.current);
  }, [columns, dates, first, gridRef]);
  // Roving tabindex: the first card is the grid's only tab stop until another card receives the focus.
  const keys = drawn.flatMap(({ entries }) => entries.map(({ key }) => key));
  const tabStop = focused !== undefined && keys.includes(focused) ? focused : keys[0];
  if (first === undefined) return null;
  const hours = Math.ceil(first.day.minutes / 60);
  const currentDay = columns.find(({ day }) => day.date === today)?.day;
  return (
    <section
      className={classes.grid}
      ref={gridRef}
      aria-label={t("title")}
      tabIndex={keys.length === 0 ? 0 : -1}
      data-grid=""
      style={{ "--columns": columns.length } as CSSProperties}
    >
      <ScrollToShown
        gridRef={gridRef}
        bookedFor={bookedFor}
        isDrawn={keys.length > 0 && drawn.length === columns.length}
      />
      <div className={classes.heads} style={{ gridTemplateColumns: template(columns.length) }}>
        <div className={classes.corner} />
        {columns.map(({ key, day, name, staff, room }) => (
          <div
            key={key}
            className={classes.head}
            data-head=""
            data-today={(view === "week" && day.date === today) || undefined}
          >
            {view !== "week" ? (
              <>
                {staff !== undefined && (
                  <Face name={name} photo={staff.photo_url} color={staff.color} size={26} />
                )}
                {room !== undefined && <Icon name="door" size={18} />}
                <span className={classes.staff}>{name}</span>
                {room !== undefined && room.capacity > 1 && (
                  <span className={`${classes.capacity} numbers`}>
                    {t("capacity", { count: room.capacity })}
                  </span>
                )}
              </>
            ) : (
              <button type="button" className={classes.date} onClick={() => onOpenDate(day.date)}>
                {formats.day(day.date)}
              </button>
            )}
          </div>
        ))}
      </div>
      <div
        className={classes.body}
        data-body=""
        style={{
          gridTemplateColumns: template(columns.length),
          height: `calc(${first.day.minutes} * var(--minute))`,
        }}
      >
        <div className={`${classes.gutter} numbers`} aria-hidden="true">
          {Array.from({ length: 2 * hours - 1 }, (_, index) => (index + 1) * 30).map((minutes) => (
            <span
              key={minutes}
              className={classes.hour}
              data-half={minutes % 60 !== 0 || undefined}
              style={{ top: `calc(${minutes} * var(--minute))` }}
            >
              {formats.time(wallMinutes(first.day, minutes))}
            </span>
          ))}
          {currentDay !== undefined && <NowTime day={currentDay} />}
        </div>
        {columns.map((column) => {
          const entries = drawn.includes(column) ? column.entries : NO_ENTRIES;
          const isTabbed = entries.some(({ key }) => key === tabStop);
          return (
            <GridColumn
              key={column.key}
              column={column}
              entries={entries}
              isToday={column.day.date === today}
              tabStop={isTabbed ? tabStop : undefined}
              coloursOf={coloursOf}
              nameOf={nameOf}
              onFocus={onFocus}
            />
          );
        })}
      </div>
    </section>
  );
});

/**
 * Scrolls the open panel's card, or the column of a new appointment's staff member, into view, because an open panel makes the grid
 * narrower. Does not scroll again when the data changes later.
 */
function ScrollToShown({
  gridRef,
  bookedFor,
  isDrawn,
}: Pick<Props, "gridRef" | "bookedFor"> & { readonly isDrawn: boolean }) {
  const selected = useSearchValue(({ open }) => open);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `isDrawn`, because the card of a link exists only once all cards are drawn.
  useEffect(() => {
    const grid = gridRef.current;
    if (grid === null || (selected ?? bookedFor) === undefined) return;
    const show = () => {
      const isCard = selected !== undefined;
      const found = grid.querySelector(
        isCard ? "[data-selected]" : `[data-column$="${CSS.escape(bookedFor ?? "")}"]`,
      );
      if (found === null) return;
      const { left, right, top, bottom } = found.getBoundingClientRect();
      const box = grid.getBoundingClientRect();
      const head = grid.querySelector("[data-head]")?.getBoundingClientRect();
      const gutter = grid.querySelector("[data-body] > [aria-hidden]")?.getBoundingClientRect();
      // A column is as high as the grid's content, so the grid scrolls vertically only to a card.
      grid.scrollBy(
        overhang(left, right, gutter?.right ?? box.left, box.right),
        isCard ? overhang(top, bottom, head?.bottom ?? box.top, box.bottom) : 0,
      );
    };
    const observer = new ResizeObserver(show);
    observer.observe(grid);
    return () => observer.disconnect();
  }, [gridRef, selected, bookedFor, isDrawn]);
  return null;
}

/** Returns the distance to scroll so that a range is fully visible; 0 if it is visible. */
function overhang(from: number, to: number, visibleFrom: number, visibleTo: number): number {
  if (from < visibleFrom) return from - visibleFrom;
  return to > visibleTo ? Math.min(to - visibleTo, from - visibleFrom) : 0;
}

function template(columns: number): string {
  return `var(--gutter) repeat(${columns}, minmax(var(--min-column), 1fr))`;
}

/** Returns the height of a minute in pixels, from the style sheet. */
export function minuteHeight(grid: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(grid).getPropertyValue("--minute-px")) || 1.4;
}

/** Returns the earliest minute with a shift or entry; 480 (8:00) on an empty day. */
function startOfWork(columns: readonly Column[]): number {
  const starts = columns.flatMap(({ offHours, entries }) => [
    ...(offHours[0]?.startsMinutes === 0 && offHours[0].endsMinutes < 1380 ? [offHours[0].endsMinutes] : []),
    ...entries.slice(0, 1).map(({ startsMinutes }) => Math.max(0, startsMinutes)),
  ]);
  return starts.length === 0 ? 480 : Math.min(...starts);
}
