import { column, statement } from "../../../platform/database/index.ts";
import { waitlistEntriesView, waitlistOffersView } from "../../../tables/booking.ts";
import { appointmentsView } from "../../../tables/scheduling.ts";
import { count, detail, money } from "./columns.ts";
import { dayParamsOf, dayRows, type ReportDefinition } from "./definition.ts";
import { byDay } from "./store.ts";

const { integer } = column;

/**
 * The number of new waitlist entries by day, with their outcomes. `booked` counts entries that ended with an appointment, even if it was
 * cancelled later. `amount` is the sum of the prices of the appointments that were not cancelled or missed.
 */
const waitlistEntriesByDay = statement({
  name: "reports_waitlist_entries_by_day",
  plansForValues: true,
  params: byDay,
  columns: {
    day: integer,
    joined: integer,
    waiting: integer,
    booked: integer,
    cancelled: integer,
    expired: integer,
    amount: integer,
  },
  sql: `select width_bucket(entry.joined_at, $dayStarts) as day, count(*) as joined,
          count(*) filter (where entry.status in ('waiting', 'offered')) as waiting,
          count(*) filter (where entry.status = 'booked') as booked,
          count(*) filter (where entry.status = 'cancelled') as cancelled,
          count(*) filter (where entry.status = 'expired') as expired,
          coalesce(
            sum(appointment.total_amount) filter (where appointment.status in ('requested', 'booked', 'arrived', 'completed')), 0
          )::bigint as amount
        from ${waitlistEntriesView} as entry
        left join ${appointmentsView} as appointment
          on appointment.business_id = entry.business_id
          and appointment.id = entry.appointment_id
        where entry.business_id = $businessId
          and entry.joined_at >= $fromAt
          and entry.joined_at < $untilAt
          and ($locationId is null or entry.location_id = $locationId)
        group by day`,
});

/** The number of offers to clients on the waitlist by day, with the outcomes of the offers. */
const waitlistOffersByDay = statement({
  name: "reports_waitlist_offers_by_day",
  plansForValues: true,
  params: byDay,
  columns: { day: integer, offers: integer, accepted: integer, declined: integer, unanswered: integer },
  sql: `select width_bucket(offer.created_at, $dayStarts) as day, count(*) as offers,
          count(*) filter (where offer.status = 'accepted') as accepted,
          count(*) filter (where offer.status = 'declined') as declined,
          count(*) filter (where offer.status = 'expired') as unanswered
        from ${waitlistOffersView} as offer
        where offer.business_id = $businessId
          and offer.created_at >= $fromAt
          and offer.created_at < $untilAt
          and ($locationId is null or offer.location_id = $locationId)
        group by day`,
});

const NO_WAITLIST_DAY = {
  ...{ joined: 0, waiting: 0, booked: 0, cancelled: 0, expired: 0, amount: 0 },
  ...{ offers: 0, accepted: 0, declined: 0, unanswered: 0 },
};

/** The waitlist entries and the offers that were created in a period. */
export const WAITLIST_REPORT: ReportDefinition = {
  name: "waitlist",
  label: "waitlist",
  description:
    "Returns waitlist entries by the day on which the client joined, with their current status, and offers by the day on which they were created. A withdrawn offer counts as neither accepted nor declined.",
  columns: [
    detail("date", "date", "Local date"),
    count("joined", "Entries of clients who joined on this day"),
    count("waiting", "Entries of this day that are still waiting"),
    count("booked", "Entries of this day that were booked"),
    count("cancelled", "Entries of this day that the client or a staff member cancelled"),
    count("expired", "Entries of this day that expired without an appointment"),
    money("amount", "Prices of the booked appointments, without those that did not take place"),
    count("offers", "Offers made on this day"),
    count("accepted", "Offers of this day that were accepted"),
    count("declined", "Offers of this day that were declined"),
    count("unanswered", "Offers of this day that expired without an answer"),
  ],
  rowsOf: async (reading) => {
    const { reader } = reading;
    const params = dayParamsOf(reading);
    const found = await Promise.all([
      reader.query(waitlistEntriesByDay, params),
      reader.query(waitlistOffersByDay, params),
    ]);
    return { rows: dayRows(reading, NO_WAITLIST_DAY, found.flat()) };
  },
};
