import type { Appointment, DataOf } from "@daybook/sdk";
import { api } from "../../../base/api.ts";
import { allOf } from "../../../base/queries.ts";

export type StaffHours = DataOf<"get", "/businesses/{business}/staff/{staff}/hours">;

export function staffHoursQuery(business: string, staff: string) {
  return {
    queryKey: [business, "hours", "staff", staff],
    // A refetch when the window gets the focus would overwrite the user's input in an open form. If another user has changed
    // the hours, saving shows an error (412).
    refetchOnWindowFocus: false,
    queryFn: () => api.staff.getHours({ path: { business, staff } }),
  } as const;
}

const DAYS_AHEAD = 365;
const DAY_MS = 86_400_000;

/**
 * Reads a staff member's appointments at the given locations in the 365 days from `now` (epoch milliseconds), with the clients of the
 * appointments.
 */
export async function comingAppointments(
  business: string,
  staff: string,
  locations: readonly string[],
  now: number,
): Promise<Appointment[]> {
  const lists = locations.map((location_id) =>
    allOf(
      api.each("/businesses/{business}/appointments", {
        path: { business },
        query: {
          location_id,
          staff_id: staff,
          from: new Date(now).toISOString(),
          to: new Date(now + DAYS_AHEAD * DAY_MS).toISOString(),
          status: ["requested", "booked", "arrived"],
          include: ["client"],
          limit: 1000,
        },
      }),
    ),
  );
  return (await Promise.all(lists)).flat();
}
