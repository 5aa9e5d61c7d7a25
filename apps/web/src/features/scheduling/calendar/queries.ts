import type { Appointment, Block, DataOf } from "@daybook/sdk";
import { api } from "../../../base/api.ts";
import { allOf } from "../../../base/queries.ts";

export type Shifts = DataOf<"get", "/businesses/{business}/locations/{location}/shifts">;

/** A range of local dates at a location (first and last date inclusive) and the corresponding instants. */
export interface CalendarWindow {
  readonly business: string;
  readonly location: string;
  readonly from: string;
  readonly to: string;
  readonly startsAt: number;
  readonly endsAt: number;
}

const MAX_PAGE = 1000;
/** The additional fields that the cards and the panel show. */
const INCLUDED: ("client" | "first_visit" | "deposit" | "client_confirmed_at")[] = [
  "client",
  "first_visit",
  "deposit",
  "client_confirmed_at",
];
const keep = { staleTime: 10_000, placeholderData: <T>(previous: T | undefined) => previous } as const;

/**
 * Returns the query for the appointments that overlap the range, with their clients. Sends one request per 1000 appointments.
 */
export function appointmentsQuery({ business, location, startsAt, endsAt }: CalendarWindow) {
  return {
    ...keep,
    queryKey: [business, "appointments", "window", location, startsAt, endsAt],
    queryFn: async (): Promise<Appointment[]> => {
      const query = {
        location_id: location,
        from: new Date(startsAt).toISOString(),
        to: new Date(endsAt).toISOString(),
        include: INCLUDED,
        limit: MAX_PAGE,
      };
      return allOf(api.each("/businesses/{business}/appointments", { path: { business }, query }));
    },
  } as const;
}

export function blocksQuery({ business, location, startsAt, endsAt }: CalendarWindow) {
  return {
    ...keep,
    queryKey: [business, "blocks", "window", location, startsAt, endsAt],
    queryFn: async (): Promise<Block[]> => {
      const query = {
        location_id: location,
        from: new Date(startsAt).toISOString(),
        to: new Date(endsAt).toISOString(),
        limit: MAX_PAGE,
      };
      return allOf(api.each("/businesses/{business}/blocks", { path: { business }, query }));
    },
  } as const;
}

/** Returns the query for the location's opening hours and all its staff members' shifts and time off. */
export function shiftsQuery({ business, location, from, to }: CalendarWindow) {
  return {
    ...keep,
    queryKey: [business, "hours", "shifts", location, from, to],
    queryFn: () =>
      api.get("/businesses/{business}/locations/{location}/shifts", {
        path: { business, location },
        query: { from, to },
      }),
  } as const;
}

export function appointmentQuery(business: string, id: string) {
  return {
    queryKey: [business, "appointments", "one", id],
    queryFn: () =>
      api.appointments.get({ path: { business, appointment: id }, query: { include: INCLUDED } }),
  } as const;
}

const SEARCHED_DAYS = 60;

/** Returns the query for the first appointment at a location within 60 days after an instant; null if there is none. */
export function nextAppointmentQuery(business: string, location: string, fromAt: number) {
  return {
    queryKey: [business, "appointments", "next", location, fromAt],
    queryFn: async (): Promise<Appointment | null> => {
      const query = {
        location_id: location,
        from: new Date(fromAt).toISOString(),
        to: new Date(fromAt + SEARCHED_DAYS * 86_400_000).toISOString(),
        status: ["requested" as const, "booked" as const, "arrived" as const, "completed" as const],
        limit: 1,
      };
      return (await api.appointments.list({ path: { business }, query })).items[0] ?? null;
    },
  } as const;
}
