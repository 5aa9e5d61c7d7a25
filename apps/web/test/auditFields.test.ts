import { auditTexts } from "@daybook/i18n/audit";
import { expect, test } from "vitest";
import { testDatabase } from "../../../server/test/fixtures/database.ts";
import { sql } from "../../../server/test/fixtures/sql.ts";

const database = await testDatabase();

test("every field that the audit log shows has a name in the catalogue", async () => {
  const fields = (
    await sql(database)<{ field: string }>`
    select distinct shown.field
    from pg_trigger
    join pg_proc on pg_proc.oid = pg_trigger.tgfoid
    join information_schema.columns on columns.table_schema = 'public' and table_name = tgrelid::regclass::text
    cross join lateral (select string_to_array(encode(tgargs, 'escape'), '\\000') as args) as given
    cross join lateral jsonb_object_keys(
      audit_shown(jsonb_build_object(column_name, 'x'), string_to_array(args[3], ','))
    ) as shown (field)
    where proname in ('audit_row', 'audit_set')
    order by 1`
  ).map(({ field }) => field);
  expect(fields.length).toBeGreaterThan(100);
  const texts = await auditTexts.load("en");
  // In the audit log, a list that is replaced as a whole has the field name `rows`.
  const unnamed = [...fields, "rows"].filter((field) => !Object.hasOwn(texts, `field_${field}`));
  expect(unnamed).toEqual([]);
});
