import { batchLoader } from "../../../platform/batchLoader.ts";
import { column, type Database, statement } from "../../../platform/database/index.ts";
import { businessSettings } from "../../../tables/business.ts";
import { calendarsView } from "../../../tables/scheduling.ts";

const findVersions = statement({
  name: "public_business_find_versions",
  params: { slugs: column.texts },
  columns: {
    slug: businessSettings.columns.slug,
    business_id: calendarsView.columns.business_id,
    snapshot_version: calendarsView.columns.snapshot_version,
  },
  sql: `select business.slug, calendar.business_id, calendar.snapshot_version
        from ${businessSettings} as business
        join ${calendarsView} as calendar on calendar.business_id = business.id
        where business.slug = any($slugs)`,
});

/**
 * Returns a function that reads the version of a slug's booking page; undefined for an unknown slug. The version changes when any data of
 * the page changes, and when the slug moves to another business. Concurrent calls share one SQL statement, which is sent after the last of
 * these calls, so the result includes all changes committed before each call.
 */
export function pageVersionReader(database: Database): (slug: string) => Promise<string | undefined> {
  return batchLoader(async (slugs: string[]) => {
    const rows = await database.query(findVersions, { slugs });
    return new Map(
      rows.map(({ slug, business_id, snapshot_version }) => [slug, `${business_id} ${snapshot_version}`]),
    );
  });
}
