import {
  column,
  insertInto,
  list,
  omit,
  pageParams,
  pick,
  type RowOf,
  selectWhere,
  statement,
} from "../../../platform/database/index.ts";
import { kioskPairings, kioskPins, kiosks } from "../../../tables/booking.ts";
import { businessSettings, locationsView, testClocksView } from "../../../tables/business.ts";

export const insertPairing = insertInto("kiosk_pairings_insert", kioskPairings);

/** Deletes an unexpired pairing and returns it, so that its code can be used only once. */
export const takePairing = statement({
  name: "kiosk_pairings_take",
  params: { codeHmac: column.bytes, now: column.instant },
  columns: pick(kioskPairings.columns, "token_sha256"),
  sql: `delete from kiosk_pairings
        where code_hmac = $codeHmac and expires_at > $now
        returning token_sha256`,
});

export const deleteExpiredPairings = statement({
  name: "kiosk_pairings_delete_expired",
  params: { now: column.instant, limit: column.integer },
  columns: { deleted: column.integer },
  sql: `with gone as (
          delete from kiosk_pairings
          where code_hmac = any (
            array(
              select code_hmac
              from kiosk_pairings
              where expires_at <= $now
              order by expires_at
              limit $limit
              for update skip locked
            )
          )
          returning 1
        )
        select count(*)::integer as deleted
        from gone`,
});

export const insertKiosk = insertInto("kiosks_insert", kiosks);

const kioskColumns = omit(kiosks.columns, "business_id", "token_sha256");
export type KioskRow = RowOf<typeof kioskColumns>;

const ofLocation = { businessId: column.id, locationId: column.id };
const one = { ...ofLocation, id: column.id };

export const listKiosks = statement({
  name: "kiosks_list",
  params: { ...ofLocation, ...pageParams },
  columns: kioskColumns,
  sql: `select ${list(kioskColumns)}
        from kiosks
        where business_id = $businessId
          and location_id = $locationId
          and ($afterAt is null or (created_at, id) < ($afterAt, $afterId))
        order by created_at desc, id desc
        limit $limit`,
});

/** Renames a kiosk. `updated_at` changes only if the name changes. */
export const renameKiosk = statement({
  name: "kiosks_rename",
  params: { ...one, name: column.nullable(column.text), now: column.instant },
  columns: kioskColumns,
  sql: `update kiosks
        set
          name = coalesce($name, name),
          updated_at = case when $name is null or $name = name then updated_at else greatest($now, updated_at) end
        where business_id = $businessId and location_id = $locationId and id = $id
        returning ${list(kioskColumns)}`,
});

export const deleteKiosk = statement({
  name: "kiosks_delete",
  params: one,
  columns: pick(kiosks.columns, "id"),
  sql: `delete from kiosks
        where business_id = $businessId and location_id = $locationId and id = $id
        returning id`,
});

/** The kiosk with this token. The statement has no business id, because the token does not contain a business id. */
export const findByToken = selectWhere("kiosks_find_by_token", kiosks, {
  columns: pick(kiosks.columns, "business_id", "id", "location_id", "last_seen_at"),
  where: { tokenHash: "token_sha256" },
});

/**
 * Stores the time of a kiosk's last request. Skips a row that another transaction has locked, so that the request does not
 * wait, for example for a walk-in at the kiosk.
 */
export const recordSeen = statement({
  name: "kiosks_record_seen",
  params: { businessId: column.id, id: column.id, now: column.instant },
  sql: `update kiosks
        set last_seen_at = $now
        where business_id = $businessId
          and id = (
            select id from kiosks where business_id = $businessId and id = $id for update skip locked
          )`,
});

/** Locks a kiosk, so that its walk-ins are added one after another. */
export const lockKiosk = selectWhere("kiosks_lock", kiosks, {
  columns: pick(kiosks.columns, "id"),
  where: { businessId: "business_id", id: "id" },
  ending: "for update",
});

const stateColumns = {
  ...pick(kiosks.columns, "id", "name", "location_id"),
  business_name: column.text,
  ...pick(businessSettings.columns, "locale", "currency"),
  location_name: column.text,
  ...pick(locationsView.columns, "address", "time_zone"),
  sandbox: column.flag,
  has_pin: column.flag,
};

export const findState = statement({
  name: "kiosks_find_state",
  params: { businessId: column.id, id: column.id },
  columns: stateColumns,
  sql: `select
          kiosk.id, kiosk.name, kiosk.location_id, business.name as business_name, business.locale, business.currency,
          location.name as location_name, location.address, location.time_zone,
          clock.business_id is not null as sandbox,
          pin.business_id is not null as has_pin
        from kiosks as kiosk
        join ${businessSettings} as business
          on business.id = kiosk.business_id
        join ${locationsView} as location
          on location.business_id = business.id and location.id = kiosk.location_id
        left join ${testClocksView} as clock on clock.business_id = business.id
        left join kiosk_pins as pin on pin.business_id = business.id and pin.location_id = location.id
        where kiosk.business_id = $businessId and kiosk.id = $id`,
});

export const writePin = insertInto(
  "kiosk_pins_write",
  kioskPins,
  kioskPins.columns,
  `on conflict (business_id, location_id) do update
   set pin_hmac = excluded.pin_hmac, updated_at = excluded.updated_at`,
);

export const findPin = selectWhere("kiosk_pins_find", kioskPins, {
  columns: pick(kioskPins.columns, "pin_hmac", "updated_at"),
  where: { businessId: "business_id", locationId: "location_id" },
});

/** Returns one row if the location belongs to the business and is active. */
export const findLocation = statement({
  name: "kiosks_find_location",
  params: ofLocation,
  columns: pick(locationsView.columns, "id"),
  sql: `select id
        from ${locationsView} as location
        where business_id = $businessId and id = $locationId and active`,
});
