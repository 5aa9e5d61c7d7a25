import { calendarTexts } from "@daybook/i18n/calendar";
import { Button, Skeleton, Stack, Text } from "@mantine/core";
import { useRef } from "react";
import { useFormats, useText } from "../../../base/language.tsx";
import { InTopBar } from "../../../base/topBarSlot.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useDelayed } from "../../../ui/useDelayed.ts";
import { AppointmentPanel } from "./AppointmentPanel.tsx";
import { BookingPanel } from "./BookingPanel.tsx";
import classes from "./CalendarPage.module.css";
import { GridActions } from "./GridActions.tsx";
import { ListView } from "./ListView.tsx";
import { MonthView } from "./MonthView.tsx";
import { TimeGrid } from "./TimeGrid.tsx";
import { Toolbar } from "./Toolbar.tsx";
import { useCalendar } from "./useCalendar.ts";
import { useCalendarKeys } from "./useCalendarKeys.ts";

/** The calendar of a location: by staff member, week, month or as a list. What it shows stands in the address. */
export default function CalendarPage() {
  const t = useText(calendarTexts);
  const formats = useFormats();
  const calendar = useCalendar();
  const grid = useRef<HTMLDivElement>(null);
  const { search, change, view, date, columns, isLoading, error } = calendar;
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
        {isLoading && showsSkeleton && <Skeleton className={classes.skeleton} />}
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
        {isEmpty && (view === "list" || view === "day") && (
          <Stack className={classes.empty} align="center" gap="xs">
            <Text fw={600}>{t("emptyDay")}</Text>
            <Button variant="default" onClick={() => startBooking()}>
              {t("newAppointment")}
            </Button>
          </Stack>
        )}
      </div>
      {search.open !== undefined && (
        <AppointmentPanel key={search.open} id={search.open} calendar={calendar} />
      )}
      {search.new !== undefined && <BookingPanel calendar={calendar} start={search.new} />}
    </div>
  );
}
