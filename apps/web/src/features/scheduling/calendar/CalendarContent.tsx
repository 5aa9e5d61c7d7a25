import { calendarTexts } from "@daybook/i18n/calendar";
import { Skeleton, UnstyledButton } from "@mantine/core";
import { memo, useCallback, useRef } from "react";
import { useText } from "../../../base/language.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useDelayed } from "../../../ui/useDelayed.ts";
import { staffOfStart } from "./bookingStart.ts";
import classes from "./CalendarPage.module.css";
import { EmptyDay } from "./EmptyDay.tsx";
import { GridActions } from "./GridActions.tsx";
import { ListView } from "./ListView.tsx";
import { MonthView } from "./MonthView.tsx";
import { SetupNote } from "./SetupNote.tsx";
import { TimeGrid } from "./TimeGrid.tsx";
import type { Calendar } from "./useCalendar.ts";
import panel from "./WaitlistPanel.module.css";

interface Props {
  readonly calendar: Calendar;
  /** The number of free times that match waitlist entries. */
  readonly matchCount: number;
  readonly onWaitlist: () => void;
  /**
   * Opens the form for a new appointment or block, given the value of `?new=` (`bookingStart.ts`). Without a value, the form starts at the
   * current time.
   */
  readonly onBook: (start?: string) => void;
}

/** Shows the chosen view of the calendar. Memoized, because React renders it later than the top bar when the view or date changes. */
export const CalendarContent = memo(function CalendarContent({
  calendar,
  matchCount,
  onWaitlist,
  onBook,
}: Props) {
  const t = useText(calendarTexts);
  const grid = useRef<HTMLDivElement>(null);
  const { search, change, view, columns, isLoading, error } = calendar;
  const showsSkeleton = useDelayed(isLoading, 300);
  const openEntry = (id: string) => change({ open: id, new: undefined, waitlist: undefined });
  const openDate = useCallback((day: string) => change({ date: day, view: "day" }), [change]);
  const isEmpty = !isLoading && columns.every(({ entries }) => entries.length === 0);
  return (
    <div className={classes.content}>
      {error !== null && (
        <div className={classes.note}>
          <ProblemNote error={error} onRetry={calendar.retry} />
        </div>
      )}
      {matchCount > 0 && (
        <UnstyledButton className={panel.note} onClick={onWaitlist}>
          <Icon name="clock" size={16} />
          {t("waitlistMatches", { count: matchCount })}
        </UnstyledButton>
      )}
      {calendar.needsSetup && <SetupNote />}
      {!calendar.needsSetup && isLoading && showsSkeleton && <Skeleton className={classes.skeleton} />}
      {!isLoading && view === "month" && <MonthView calendar={calendar} />}
      {!isLoading && view === "list" && <ListView calendar={calendar} onOpen={openEntry} />}
      {!isLoading && (view === "day" || view === "rooms" || view === "week") && (
        <>
          <TimeGrid
            columns={columns}
            view={view}
            nameOf={calendar.nameOf}
            today={calendar.today}
            bookedFor={staffOfStart(search.new)}
            gridRef={grid}
            onOpenDate={openDate}
          />
          <GridActions calendar={calendar} gridRef={grid} onOpen={openEntry} onBook={onBook} />
        </>
      )}
      {isEmpty && !calendar.needsSetup && (view === "list" || view === "day") && (
        <EmptyDay calendar={calendar} onBook={() => onBook()} />
      )}
    </div>
  );
});
