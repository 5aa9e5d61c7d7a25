import { calendarTexts } from "@daybook/i18n/calendar";
import { shellTexts } from "@daybook/i18n/shell";
import { Suspense, useCallback, useDeferredValue, useEffect, useMemo, useState } from "react";
import { useOfferCommands } from "../../../base/commands.ts";
import { useFormats, useText } from "../../../base/language.tsx";
import { InTopBar } from "../../../base/topBarSlot.tsx";
import { idle, whenIdle } from "../../../base/whenIdle.ts";
import { preloaded } from "../../../ui/preloaded.tsx";
import { CalendarContent } from "./CalendarContent.tsx";
import classes from "./CalendarPage.module.css";
import { DaySheets } from "./DaySheets.tsx";
import { ChangeDialog } from "./GridActions.tsx";
import { Toolbar } from "./Toolbar.tsx";
import { useCalendar } from "./useCalendar.ts";
import { useCalendarKeys } from "./useCalendarKeys.ts";
import { useWaitlist } from "./useWaitlist.ts";

const AppointmentPanel = preloaded(() => import("./AppointmentPanel.tsx"));
const BookingPanel = preloaded(() => import("./BookingPanel.tsx"));
const ShortcutsDialog = preloaded(() => import("./ShortcutsDialog.tsx"));
const WaitlistPanel = preloaded(() => import("./WaitlistPanel.tsx"));
/** What a click or key may open first, the most frequent first. */
const PRELOADED = [AppointmentPanel, BookingPanel, ChangeDialog, WaitlistPanel, ShortcutsDialog];

/** Loads the panels one after another, each when the page is idle, so that a click meanwhile waits for at most one of them. */
async function preloadAll(): Promise<void> {
  for (const { preload } of PRELOADED) {
    // A chunk that fails to load, such as offline, is loaded again when it is needed.
    await preload().catch(() => {});
    await idle();
  }
}

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
  const waitlist = useWaitlist(calendar);
  const { search, change, view, date, isLoading } = calendar;
  // A change of the view or date is first rendered in the top bar and the URL, then in the content, so that a key or click is answered
  // before a full day has been removed and drawn. Other changes are rendered at once.
  const deferred = useDeferredValue(calendar);
  const shown = deferred.view === view && deferred.date === date ? calendar : deferred;
  // Preloads the panels after the day is drawn, so that the first click is fast.
  useEffect(() => {
    if (isLoading) return;
    return whenIdle(() => void preloadAll());
  }, [isLoading]);
  // The panel of a booked appointment is closed before the URL changes: if N is pressed meanwhile, the router skips the URL without
  // `new`, and the next form would be the booked one, without the focus.
  const [booked, setBooked] = useState<typeof search>();
  const startBooking = useCallback(
    (at = "") => {
      setBooked(undefined);
      change({ new: at === "" ? "now" : at, open: undefined, waitlist: undefined });
    },
    [change],
  );
  const openWaitlist = useCallback(
    () => change({ waitlist: "1", open: undefined, new: undefined }),
    [change],
  );
  const commands = useMemo(
    () => [
      { label: t("waitlist"), icon: "list" as const, run: openWaitlist },
      { label: shell("shortcuts"), icon: "question" as const, keys: "?", run: () => setShowingKeys(true) },
    ],
    [t, shell, openWaitlist],
  );
  useOfferCommands(commands);
  useCalendarKeys(
    calendar,
    () => startBooking(),
    () => setShowingKeys(true),
  );
  return (
    <div className={classes.page}>
      <title>{`${formats.day(date)} · Daybook`}</title>
      <h1 className="visually-hidden">{t("title")}</h1>
      <InTopBar>
        <Toolbar calendar={calendar} onNew={() => startBooking()} onKeys={() => setShowingKeys(true)} />
      </InTopBar>
      <CalendarContent
        calendar={shown}
        matchCount={waitlist.matches.length}
        onWaitlist={openWaitlist}
        onBook={startBooking}
      />
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
