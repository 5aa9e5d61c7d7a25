import { batchLoader } from "../../../platform/batchLoader.ts";
import { column, type Database, statement } from "../../../platform/database/index.ts";
import { businessSettings } from "../../../tables/business.ts";
import { calendarsView } from "../../../tables/scheduling.ts";

const findVersions = statement({
  name: "public_business_find_versions",
  params: { slugs: column.texts },
  columns: { slug: businessSettings.columns.slug, snapshot_version: calendarsView.columns.snapshot_version },
  sql: `select business.slug, calendar.snapshot_version
        from ${businessSettings} as business
        join ${calendarsView} as calendar on calendar.business_id = business.id
        where business.slug = any($slugs)`,
});

/**
 * Returns a function that reads the version of everything that the booking page of a slug shows; undefined for an unknown slug.
 * Concurrent calls share a statement that is sent after the last of them has begun, so the version includes all changes committed
 * before a call.
 */
export function pageVersionReader(database: Database): (slug: string) => Promise<number | undefined> {
  return batchLoader(async (slugs: string[]) => {
    const rows = await database.query(findVersions, { slugs });
    return new Map(rows.map(({ slug, snapshot_version }) => [slug, snapshot_version]));
  });
}
