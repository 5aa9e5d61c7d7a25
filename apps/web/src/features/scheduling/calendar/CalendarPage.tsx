import { calendarTexts } from "@daybook/i18n/calendar";
import { shellTexts } from "@daybook/i18n/shell";
import { Skeleton, UnstyledButton } from "@mantine/core";
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useOfferCommands } from "../../../base/commands.ts";
import { useFormats, useText } from "../../../base/language.tsx";
import { InTopBar } from "../../../base/topBarSlot.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useDelayed } from "../../../ui/useDelayed.ts";
import { whenIdle } from "../../../ui/whenIdle.ts";
import { staffOfStart } from "./bookingStart.ts";
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
import { useWaitlist } from "./useWaitlist.ts";
import panel from "./WaitlistPanel.module.css";

const loadAppointmentPanel = () => import("./AppointmentPanel.tsx");
const loadBookingPanel = () => import("./BookingPanel.tsx");
const AppointmentPanel = lazy(loadAppointmentPanel);
const BookingPanel = lazy(loadBookingPanel);
const ShortcutsDialog = lazy(() => import("./ShortcutsDialog.tsx"));
const WaitlistPanel = lazy(() => import("./WaitlistPanel.tsx"));

/**
 * Shows the calendar of a location by staff member, by room, as a week, month or list. The URL contains the view, date and
 * filters.
 */
export default function CalendarPage() {
  const t = useText(calendarTexts);
  const shell = useText(shellTexts);
  const formats = useFormats();
  const calendar = useCalendar();
  const [isShowingKeys, setShowingKeys] = useState(false);
  const grid = useRef<HTMLDivElement>(null);
  const waitlist = useWaitlist(calendar);
  const { search, change, view, date, columns, isLoading, error } = calendar;
  // Preloads the panels after the day is drawn, so that the first click is fast.
  useEffect(() => {
    if (isLoading) return;
    return whenIdle(
      () => void Promise.all([loadAppointmentPanel(), loadBookingPanel(), import("./ChangeDialog.tsx")]),
    );
  }, [isLoading]);
  const showsSkeleton = useDelayed(isLoading, 300);
  const openEntry = (id: string) => change({ open: id, new: undefined, waitlist: undefined });
  const openDate = useCallback((day: string) => change({ date: day, view: "day" }), [change]);
  // The panel of a booked appointment is closed before the URL changes: if N is pressed meanwhile, the router skips the URL without
  // `new`, and the next form would be the booked one, without the focus.
  const [booked, setBooked] = useState<typeof search>();
  const startBooking = (at = "") => {
    setBooked(undefined);
    change({ new: at === "" ? "now" : at, open: undefined, waitlist: undefined });
  };
  const commands = useMemo(() => {
    const run = () => change({ waitlist: "1", open: undefined, new: undefined });
    return [
      { label: t("waitlist"), icon: "list" as const, run },
      { label: shell("shortcuts"), icon: "question" as const, keys: "?", run: () => setShowingKeys(true) },
    ];
  }, [t, shell, change]);
  useOfferCommands(commands);
  useCalendarKeys(
    calendar,
    () => startBooking(),
    () => setShowingKeys(true),
  );
  const isEmpty = !isLoading && columns.every(({ entries }) => entries.length === 0);
  return (
    <div className={classes.page}>
      <title>{`${formats.day(date)} · Daybook`}</title>
      <h1 className="visually-hidden">{t("title")}</h1>
      <InTopBar>
        <Toolbar calendar={calendar} onNew={() => startBooking()} onKeys={() => setShowingKeys(true)} />
      </InTopBar>
      <div className={classes.content}>
        {error !== null && (
          <div className={classes.note}>
            <ProblemNote error={error} onRetry={calendar.retry} />
          </div>
        )}
        {waitlist.matches.length > 0 && (
          <UnstyledButton className={panel.note} onClick={commands[0]?.run}>
            <Icon name="clock" size={16} />
            {t("waitlistMatches", { count: waitlist.matches.length })}
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
              selected={search.open}
              bookedFor={staffOfStart(search.new)}
              gridRef={grid}
              onOpenDate={openDate}
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
        {search.new !== undefined && search !== booked && calendar.isReady && (
          <BookingPanel calendar={calendar} start={search.new} onBooked={() => setBooked(search)} />
        )}
        {search.waitlist !== undefined && calendar.isReady && (
          <WaitlistPanel calendar={calendar} waitlist={waitlist} />
        )}
        {isShowingKeys && (
          <ShortcutsDialog hasRooms={calendar.rooms.length > 0} onClose={() => setShowingKeys(false)} />
        )}
      </Suspense>
    </div>
  );
}
