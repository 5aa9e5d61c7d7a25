import { column, insertInto, omit, pick, type RowOf, statement } from "../../../platform/database/index.ts";
import { businessSettings, locationsView, resourcesView, staffMembers } from "../../../tables/business.ts";
import { calendarFeeds } from "../../../tables/scheduling.ts";

const { columns } = calendarFeeds;
const feedColumns = { ...omit(columns, "business_id", "token_sha256"), name: column.text };

export type FeedRow = RowOf<typeof feedColumns>;

/** Joins a feed with its staff member, location or resource. */
const subjectOf = (businessId: string) => `left join ${staffMembers} as member
          on member.business_id = ${businessId} and member.id = feed.staff_id
        left join ${locationsView} as location
          on location.business_id = ${businessId} and location.id = feed.location_id
        left join ${resourcesView} as resource
          on resource.business_id = ${businessId} and resource.id = feed.resource_id`;

const name = "coalesce(member.display_name, location.name, resource.name) as name";

/** A page of the feeds, newest first, starting after the given row (null for the first page). */
export const listFeeds = statement({
  name: "calendar_feeds_list",
  params: {
    businessId: column.id,
    afterCreatedAt: column.nullable(column.instant),
    afterId: column.nullable(column.id),
    limit: column.integer,
  },
  columns: feedColumns,
  sql: `select
          feed.id, feed.staff_id, feed.location_id, feed.resource_id, feed.last_read_at, feed.created_at, feed.updated_at,
          ${name}
        from calendar_feeds as feed
        ${subjectOf("feed.business_id")}
        where feed.business_id = $businessId
          and ($afterCreatedAt is null or (feed.created_at, feed.id) < ($afterCreatedAt, $afterId))
        order by feed.created_at desc, feed.id desc
        limit $limit`,
});

export const insertFeed = insertInto("calendar_feeds_insert", calendarFeeds, omit(columns, "last_read_at"));

export const deleteFeed = statement({
  name: "calendar_feeds_delete",
  params: { businessId: column.id, id: column.id },
  columns: pick(columns, "id"),
  sql: `delete from calendar_feeds
        where business_id = $businessId and id = $id
        returning id`,
});

const ofBusiness = { businessId: column.id, id: column.id };
const named = { name: column.text };

export const findStaffMember = statement({
  name: "calendar_feeds_find_staff_member",
  params: ofBusiness,
  columns: named,
  sql: `select display_name as name
        from ${staffMembers} as member
        where business_id = $businessId and id = $id and active`,
});

export const findLocation = statement({
  name: "calendar_feeds_find_location",
  params: ofBusiness,
  columns: named,
  sql: `select name
        from ${locationsView} as location
        where business_id = $businessId and id = $id and active`,
});

export const findResource = statement({
  name: "calendar_feeds_find_resource",
  params: ofBusiness,
  columns: named,
  sql: `select name
        from ${resourcesView} as resource
        where business_id = $businessId and id = $id and archived_at is null`,
});

const openedColumns = {
  ...pick(columns, "business_id", "id", "staff_id", "resource_id", "last_read_at", "created_at"),
  location_id: column.nullable(column.id),
  ...named,
  ...pick(staffMembers.columns, "color"),
  business_name: column.text,
  ...pick(businessSettings.columns, "locale", "webhook_payload"),
};

/** A feed found by its token, with the fields of the business that the calendar file contains. */
export type OpenedFeed = RowOf<typeof openedColumns>;

/**
 * The feed with this token; no row if its subject is no longer active. The statement has no business id, because the token does not contain
 * a business id.
 */
export const findByToken = statement({
  name: "calendar_feeds_find_by_token",
  params: { tokenHash: column.bytes },
  columns: openedColumns,
  sql: `select
          feed.business_id, feed.id, feed.staff_id, feed.resource_id, feed.last_read_at, feed.created_at,
          coalesce(feed.location_id, resource.location_id) as location_id,
          ${name}, member.color,
          business.name as business_name, business.locale, business.webhook_payload
        from calendar_feeds as feed
        join ${businessSettings} as business
          on business.id = feed.business_id
        ${subjectOf("business.id")}
        where feed.token_sha256 = $tokenHash
          and (member.active or location.active or (resource.id is not null and resource.archived_at is null))`,
});

/**
 * Stores the time at which a calendar program read a feed. Skips a locked row, because another request is storing the time or the feed is
 * being revoked.
 */
export const recordRead = statement({
  name: "calendar_feeds_record_read",
  params: { ...ofBusiness, now: column.instant },
  sql: `update calendar_feeds
        set last_read_at = $now
        where business_id = $businessId
          and id = (
            select id from calendar_feeds where business_id = $businessId and id = $id for update skip locked
          )`,
});
