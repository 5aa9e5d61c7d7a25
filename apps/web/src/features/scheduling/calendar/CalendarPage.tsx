import { calendarTexts } from "@daybook/i18n/calendar";
import { shellTexts } from "@daybook/i18n/shell";
import { Suspense, useCallback, useDeferredValue, useEffect, useMemo, useState } from "react";
import { useOfferCommands } from "../../../base/commands.ts";
import { useFormats, useText } from "../../../base/language.tsx";
import { useSearchValue } from "../../../base/search.ts";
import { InTopBar } from "../../../base/topBarSlot.tsx";
import { idle, whenIdle } from "../../../base/whenIdle.ts";
import { preloaded } from "../../../ui/preloaded.tsx";
import { CalendarContent } from "./CalendarContent.tsx";
import classes from "./CalendarPage.module.css";
import { DaySheets } from "./DaySheets.tsx";
import { ChangeDialog } from "./GridActions.tsx";
import { Toolbar } from "./Toolbar.tsx";
import { type Calendar, useCalendar } from "./useCalendar.ts";
import { useCalendarKeys } from "./useCalendarKeys.ts";
import { useWaitlist } from "./useWaitlist.ts";

const AppointmentPanel = preloaded(() => import("./AppointmentPanel.tsx"));
const BookingPanel = preloaded(() => import("./BookingPanel.tsx"));
const ShortcutsDialog = preloaded(() => import("./ShortcutsDialog.tsx"));
const WaitlistPanel = preloaded(() => import("./WaitlistPanel.tsx"));
/** The components that a click or key can open, in order of use, the most frequent first. */
const PRELOADED = [AppointmentPanel, BookingPanel, ChangeDialog, WaitlistPanel, ShortcutsDialog];

/** Loads the components one after another, each when the page is idle, so that a click during the loading waits for at most one chunk. */
async function preloadAll(): Promise<void> {
  for (const { preload } of PRELOADED) {
    // If a chunk fails to load, for example because the browser is offline, the app loads the chunk again when the user opens the
    // component.
    await preload().catch(() => {});
    await idle();
  }
}

/**
 * Shows the calendar of a location in a view: by staff member, by room, week, month or list. The URL contains the view, date and filters.
 */
export default function CalendarPage() {
  const t = useText(calendarTexts);
  const shell = useText(shellTexts);
  const formats = useFormats();
  const calendar = useCalendar();
  const [isShowingKeys, setShowingKeys] = useState(false);
  const waitlist = useWaitlist(calendar);
  const { search, change, view, date, isLoading } = calendar;
  // After a change of the view or date, React renders the top bar first and the content later, so that the page responds to the click or
  // key before the cards of a full day are replaced. Other changes are rendered immediately.
  const deferred = useDeferredValue(calendar);
  const shown = deferred.view === view && deferred.date === date ? calendar : deferred;
  // Preloads the panels after the day is drawn, so that the first click opens a panel without delay.
  useEffect(() => {
    if (isLoading) return;
    return whenIdle(() => void preloadAll());
  }, [isLoading]);
  // After a booking, closes the panel before the URL changes. If the user presses N before the change, the router skips the URL without
  // `new`. Without this state, the panel would then keep the form of the booked appointment, and its first field would not get the focus.
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
        <OpenEntry calendar={calendar} />
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

/** Shows the panel of the entry whose id is in the URL. */
function OpenEntry({ calendar }: { readonly calendar: Calendar }) {
  const id = useSearchValue(({ open }) => open);
  return id === undefined ? null : <AppointmentPanel key={id} id={id} calendar={calendar} />;
}
