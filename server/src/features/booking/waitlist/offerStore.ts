import {
  column,
  insertInto,
  list,
  omit,
  pick,
  type RowOf,
  statement,
} from "../../../platform/database/index.ts";
import { waitlistEntries, waitlistOffers } from "../../../tables/booking.ts";
import { locationsView } from "../../../tables/business.ts";
import { clientsView } from "../../../tables/clients.ts";
import { appointmentsView } from "../../../tables/scheduling.ts";

const { columns } = waitlistOffers;
const offerColumns = omit(columns, "business_id");
const byId = pick(columns, "business_id", "id");

export type OfferRow = RowOf<typeof offerColumns>;

export const insertOffer = insertInto("waitlist_offers_insert", waitlistOffers);

/** The pending offer of an entry. Transactions that change the offer lock the entry first. */
export const findPendingOffer = statement({
  name: "waitlist_offers_find_pending",
  params: pick(columns, "business_id", "entry_id"),
  columns: offerColumns,
  sql: `select ${list(offerColumns)}
        from waitlist_offers
        where business_id = $business_id and entry_id = $entry_id and status = 'pending'`,
});

export const findOffer = statement({
  name: "waitlist_offers_find",
  params: byId,
  columns: offerColumns,
  sql: `select ${list(offerColumns)}
        from waitlist_offers
        where business_id = $business_id and id = $id`,
});

/** Extends a pending offer and its hold to an instant while the client pays. The entry must be locked. */
export const extendOffer = statement({
  name: "waitlist_offers_extend",
  params: { ...byId, ...pick(columns, "expires_at", "updated_at") },
  sql: `update waitlist_offers
        set expires_at = $expires_at, is_held = true, updated_at = $updated_at
        where business_id = $business_id and id = $id and status = 'pending'`,
});

/** Ends a pending offer. The entry must be locked. */
export const endOffer = statement({
  name: "waitlist_offers_end",
  params: { ...byId, ...pick(columns, "status", "updated_at") },
  sql: `update waitlist_offers
        set status = $status, updated_at = $updated_at
        where business_id = $business_id and id = $id and status = 'pending'`,
});

/** The start times of offers that clients declined or did not answer. */
export const listRefused = statement({
  name: "waitlist_offers_list_refused",
  params: { businessId: column.id, entryIds: column.ids, now: column.instant },
  columns: pick(columns, "entry_id", "starts_at"),
  sql: `select distinct entry_id, starts_at
        from waitlist_offers
        where business_id = $businessId
          and entry_id = any($entryIds)
          and status in ('declined', 'expired')
          and starts_at > $now`,
});

/** Pending offers that have expired, in all businesses. */
export const listExpiredOffers = statement({
  name: "waitlist_offers_list_expired",
  params: { now: column.instant, limit: column.integer },
  columns: pick(columns, "business_id", "id", "entry_id"),
  sql: `select business_id, id, entry_id
        from waitlist_offers
        where status = 'pending' and expires_at <= $now
        order by expires_at, id
        limit $limit`,
});

/** The pending offers of a business, earliest expiry first. */
export const listPendingOf = statement({
  name: "waitlist_offers_list_pending_of",
  params: { businessId: column.id, limit: column.integer },
  columns: pick(columns, "business_id", "id", "entry_id", "expires_at"),
  sql: `select business_id, id, entry_id, expires_at
        from waitlist_offers
        where business_id = $businessId and status = 'pending'
        order by expires_at, id
        limit $limit`,
});

/** The other pending offers at a location that have no hold and overlap the time of an accepted offer. */
export const listCompeting = statement({
  name: "waitlist_offers_list_competing",
  params: {
    businessId: column.id,
    locationId: column.id,
    startsAt: column.instant,
    endsAt: column.instant,
    staffIds: column.texts,
  },
  columns: pick(columns, "id", "entry_id"),
  sql: `select id, entry_id
        from waitlist_offers as offer
        where business_id = $businessId
          and location_id = $locationId
          and status = 'pending'
          and not is_held
          and starts_at < $endsAt
          and ends_at > $startsAt
          and exists (
            select
            from jsonb_array_elements(offer.items) as item
            where item ->> 'staff_id' = any($staffIds)
          )
        order by id
        limit 500`,
});

const entry = waitlistEntries.columns;
const offerableColumns = {
  client_email: clientsView.columns.email,
  client_phone_e164: clientsView.columns.phone_e164,
  first_name: clientsView.columns.first_name,
  patch_test_at: clientsView.columns.patch_test_at,
  is_blocked: column.flag,
  is_published: column.flag,
  is_replaced_open: column.flag,
  replaced_starts_at: column.nullable(column.instant),
};

const offerable = `client.email as client_email, client.phone_e164 as client_phone_e164, client.first_name, client.patch_test_at,
          client.online_booking_blocked_at is not null as is_blocked,
          location.published_at is not null as is_published,
          coalesce(replaced.status in ('requested', 'booked'), false) as is_replaced_open,
          replaced.starts_at as replaced_starts_at
        from waitlist_entries as entry
        join ${clientsView} as client on client.business_id = entry.business_id and client.id = entry.client_id
        join ${locationsView} as location
          on location.business_id = entry.business_id and location.id = entry.location_id
        left join ${appointmentsView} as replaced
          on replaced.business_id = entry.business_id and replaced.id = entry.replaces_appointment_id`;

/** The fields of the client, the location and the replaced appointment that determine whether an entry can get an offer. */
export const findOfferable = statement({
  name: "waitlist_find_offerable",
  params: pick(entry, "business_id", "id"),
  columns: offerableColumns,
  sql: `select ${offerable}
        where entry.business_id = $business_id and entry.id = $id and client.deleted_at is null`,
});

const entryColumns = {
  ...pick(entry, "id", "location_id", "client_id", "items", "windows", "min_notice_minutes", "priority"),
  ...pick(entry, "joined_at", "auto_book", "expires_at"),
};
const candidateColumns = { ...entryColumns, ...offerableColumns };

export type CandidateRow = RowOf<typeof candidateColumns>;

const ownStaffId = column.nullable(column.id);
const candidates = `select ${list(entryColumns, "entry")}, ${offerable}`;
const isOwn = `(
            $ownStaffId::uuid is null
            or entry.items @> jsonb_build_array(jsonb_build_object('staff_id', $ownStaffId::uuid))
          )`;

/** The waiting entries of a location by priority and time of joining, without entries of deleted clients. */
export const listCandidates = statement({
  name: "waitlist_list_candidates",
  params: { businessId: column.id, locationId: column.id, ownStaffId, limit: column.integer },
  columns: candidateColumns,
  sql: `${candidates}
        where entry.business_id = $businessId
          and entry.location_id = $locationId
          and entry.status = 'waiting'
          and client.deleted_at is null
          and ${isOwn}
        order by entry.priority desc, entry.joined_at, entry.id
        limit $limit`,
});

export const findCandidate = statement({
  name: "waitlist_find_candidate",
  params: { businessId: column.id, entryId: column.id, ownStaffId },
  columns: candidateColumns,
  sql: `${candidates}
        where entry.business_id = $businessId and entry.id = $entryId and ${isOwn}`,
});
