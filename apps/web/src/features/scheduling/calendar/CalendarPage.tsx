import { calendarTexts } from "@daybook/i18n/calendar";
import { Skeleton } from "@mantine/core";
import { lazy, Suspense, useEffect, useRef } from "react";
import { useFormats, useText } from "../../../base/language.tsx";
import { InTopBar } from "../../../base/topBarSlot.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useDelayed } from "../../../ui/useDelayed.ts";
import classes from "./CalendarPage.module.css";
import { DaySheets } from "./DaySheets.tsx";
import { EmptyDay } from "./EmptyDay.tsx";
import { GridActions } from "./GridActions.tsx";
import { ListView } from "./ListView.tsx";
import { MonthView } from "./MonthView.tsx";
import { SetupNote } from "./SetupNote.tsx";
import { TimeGrid } from "./TimeGrid.tsx";
import { Toolbar } from "./Toolbar.tsx";
import { useCalendar } from "./useCalendar.ts";
import { useCalendarKeys } from "./useCalendarKeys.ts";

const PANELS_AFTER_MS = 500;
const loadAppointmentPanel = () => import("./AppointmentPanel.tsx");
const loadBookingPanel = () => import("./BookingPanel.tsx");
const AppointmentPanel = lazy(loadAppointmentPanel);
const BookingPanel = lazy(loadBookingPanel);

/** The calendar of a location: by staff member, week, month or as a list. View, date and filters are in the URL. */
export default function CalendarPage() {
  const t = useText(calendarTexts);
  const formats = useFormats();
  const calendar = useCalendar();
  const grid = useRef<HTMLDivElement>(null);
  const { search, change, view, date, columns, isLoading, error } = calendar;
  // Preloads the panels after the first render, so that the first click does not wait for them.
  useEffect(() => {
    const timer = setTimeout(
      () => void Promise.all([loadAppointmentPanel(), loadBookingPanel(), import("./ChangeDialog.tsx")]),
      PANELS_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, []);
  const showsSkeleton = useDelayed(isLoading, 300);
  const openEntry = (id: string) => change({ open: id, new: undefined });
  const startBooking = (at = "") => change({ new: at === "" ? "now" : at, open: undefined });
  useCalendarKeys(calendar, () => startBooking());
  const isEmpty = !isLoading && columns.every(({ entries }) => entries.length === 0);
  return (
    <div className={classes.page}>
      <title>{`${formats.day(date)} · Daybook`}</title>
      <h1 className="visually-hidden">{t("title")}</h1>
      <InTopBar>
        <Toolbar calendar={calendar} onNew={() => startBooking()} />
      </InTopBar>
      <div className={classes.content}>
        {error !== null && (
          <div className={classes.note}>
            <ProblemNote error={error} onRetry={calendar.retry} />
          </div>
        )}
        {calendar.needsSetup && <SetupNote />}
        {!calendar.needsSetup && isLoading && showsSkeleton && <Skeleton className={classes.skeleton} />}
        {!isLoading && view === "month" && <MonthView calendar={calendar} />}
        {!isLoading && view === "list" && <ListView calendar={calendar} onOpen={openEntry} />}
        {!isLoading && (view === "day" || view === "week") && (
          <>
            <TimeGrid
              columns={columns}
              view={view}
              today={calendar.today}
              selected={search.open}
              gridRef={grid}
              onOpenDate={(day) => change({ date: day, view: "day" })}
            />
            <GridActions calendar={calendar} gridRef={grid} onOpen={openEntry} onBook={startBooking} />
          </>
        )}
        {isEmpty && !calendar.needsSetup && (view === "list" || view === "day") && (
          <EmptyDay calendar={calendar} onBook={() => startBooking()} />
        )}
      </div>
      {(view === "day" || view === "list") && <DaySheets calendar={calendar} />}
      <Suspense>
        {search.open !== undefined && (
          <AppointmentPanel key={search.open} id={search.open} calendar={calendar} />
        )}
        {search.new !== undefined && calendar.isReady && (
          <BookingPanel calendar={calendar} start={search.new} />
        )}
      </Suspense>
    </div>
  );
}
