import { auditTexts } from "@daybook/i18n/audit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { column, openDatabase, statement } from "../../../server/src/platform/database/index.ts";
import { type FreshDatabase, freshDatabase } from "../../../server/test/fixtures/database.ts";

let fresh: FreshDatabase;
let database: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ connectionString: fresh.connectionString });
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

test("every field that the audit log shows has a name in the catalogue", async () => {
  const fields = (await database.query(shownFields, {})).map(({ field }) => field);
  expect(fields.length).toBeGreaterThan(100);
  const texts = await auditTexts.load("en");
  // In the audit log, a list that is replaced as a whole has the field name `rows`.
  const unnamed = [...fields, "rows"].filter((field) => !Object.hasOwn(texts, `field_${field}`));
  expect(unnamed).toEqual([]);
});

const shownFields = statement({
  name: "test_audit_log_shown_fields",
  columns: { field: column.text },
  sql: `select distinct shown.field
        from pg_trigger
        join pg_proc on pg_proc.oid = pg_trigger.tgfoid
        join information_schema.columns on columns.table_schema = 'public' and table_name = tgrelid::regclass::text
        cross join lateral (select string_to_array(encode(tgargs, 'escape'), '\\000') as args) as given
        cross join lateral jsonb_object_keys(
          audit_shown(jsonb_build_object(column_name, 'x'), string_to_array(args[3], ','))
        ) as shown (field)
        where proname in ('audit_row', 'audit_set')
        order by 1`,
});
