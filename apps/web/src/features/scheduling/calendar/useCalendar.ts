import type { StaffMember } from "@daybook/sdk";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useBusiness } from "../../../base/business.tsx";
import { useNow } from "../../../base/businessTime.ts";
import { formerStaffQuery, staffQuery } from "../../../base/catalogue.ts";
import { useChosenLocation } from "../../../base/locations.ts";
import { useChangeSearch, useSearchWithout } from "../../../base/search.ts";
import { type Column, dayColumns, type Room, roomColumns, weekColumns, workingColumns } from "./columns.ts";
import { appointmentsQuery, blocksQuery, shiftsQuery } from "./queries.ts";
import { plusDays, weekStart } from "./times.ts";
import { PHONE, shownWindow, type View } from "./window.ts";

/**
 * The value of the URL parameter `staff` that selects all staff members. Without the parameter, the day view shows the staff members who
 * work on the day.
 */
export const WHOLE_TEAM = "all";

const NO_ROOMS: readonly Room[] = [];

/**
 * Returns the state in the URL and the data from the API that the calendar shows. Omits the URL parameter `open`, so that opening a card
 * does not render the calendar again.
 */
export function useCalendar() {
  const { id: business, staffId } = useBusiness();
  const search = useSearchWithout("open");
  const change = useChangeSearch();
  const { location, isLoaded } = useChosenLocation();
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const now = useNow();
  const { timeZone, today, date, views, view, window } = shownWindow(
    business,
    location,
    search,
    isPhone,
    now(),
  );
  const { endsAt } = window;
  const rooms = location?.resources ?? NO_ROOMS;
  const enabled = location !== undefined;
  const appointments = useQuery({ ...appointmentsQuery(window), enabled });
  const blocks = useQuery({ ...blocksQuery(window), enabled });
  const shifts = useQuery({ ...shiftsQuery(window), enabled });
  const { data: everybody } = useQuery(staffQuery(business));
  const staff = useMemo(
    () =>
      (everybody ?? []).filter(
        (each) =>
          each.active && each.bookable && location !== undefined && each.location_ids.includes(location.id),
      ),
    [everybody, location],
  );
  // Memoized, because a new list would make React recompute all columns and render all cards.
  const shownStaff = useMemo(() => {
    const chosenIds = search.staff === WHOLE_TEAM ? undefined : search.staff?.split(",");
    return staff.filter(({ id }) => chosenIds === undefined || chosenIds.includes(id));
  }, [staff, search.staff]);
  const member: StaffMember | undefined =
    shownStaff.length === 1 ? shownStaff[0] : (staff.find(({ id }) => id === staffId) ?? shownStaff[0]);
  const columns = useMemo((): readonly Column[] => {
    const data = { appointments: appointments.data ?? [], blocks: blocks.data ?? [], shifts: shifts.data };
    if (view === "week")
      return member === undefined ? [] : weekColumns(weekStart(date), member, timeZone, data);
    if (view === "rooms") return roomColumns(date, rooms, timeZone, data);
    const all = dayColumns(date, shownStaff, timeZone, data);
    return search.staff === undefined ? workingColumns(all) : all;
  }, [
    appointments.data,
    blocks.data,
    shifts.data,
    view,
    date,
    timeZone,
    member,
    shownStaff,
    rooms,
    search.staff,
  ]);
  const hasFormer = useMemo(() => {
    const active = new Set(everybody?.map(({ id }) => id));
    return (appointments.data ?? []).some(({ items }) => items.some(({ staff_id }) => !active.has(staff_id)));
  }, [appointments.data, everybody]);
  const { data: former } = useQuery({
    ...formerStaffQuery(business),
    enabled: hasFormer && everybody !== undefined,
  });
  const names = useMemo(
    () => new Map([...(everybody ?? []), ...(former ?? [])].map((each) => [each.id, each.display_name])),
    [everybody, former],
  );
  const nameOf = useCallback((id: string) => names.get(id) ?? "", [names]);
  return {
    search,
    change,
    location,
    timeZone,
    endsAt,
    /** Returns the time of the business in epoch milliseconds. */
    now,
    today,
    date,
    view,
    /** The available views. A location without rooms has no room view. */
    views,
    rooms,
    staff,
    /** Returns the name of an active or former staff member by id; empty if the staff member is not loaded. */
    nameOf,
    member,
    columns,
    appointments: appointments.data,
    shifts: shifts.data,
    /** Whether the time zone and the staff are loaded. The booking form needs both for its initial values. */
    isReady: location !== undefined && everybody !== undefined,
    /** Whether the business has no location or no staff member yet. */
    needsSetup: (isLoaded && location === undefined) || everybody?.length === 0,
    isLoading: location === undefined || appointments.isPending || shifts.isPending,
    error: appointments.error ?? blocks.error ?? shifts.error,
    retry: () => void Promise.all([appointments.refetch(), blocks.refetch(), shifts.refetch()]),
  };
}

export type Calendar = ReturnType<typeof useCalendar>;

/**
 * Returns the date one step before (−1) or after (+1) a date. The step depends on the view: a day, a week, or the first day of the next or
 * previous month.
 */
export function stepped(view: View, date: string, step: number): string {
  if (view === "week") return plusDays(date, 7 * step);
  if (view === "month") {
    const month = new Date(`${date.slice(0, 8)}01T00:00:00Z`);
    month.setUTCMonth(month.getUTCMonth() + step);
    return month.toISOString().slice(0, 10);
  }
  return plusDays(date, step);
}
