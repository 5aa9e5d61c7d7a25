import { expect, test } from "vitest";
import { businessWithApiKey } from "../../../../test/fixtures/businessWithApiKey.ts";
import { testDatabase } from "../../../../test/fixtures/database.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { newId } from "../../../kernel/ids.ts";
import { changeJobs, KEPT_MS } from "./jobs.ts";

const database = await testDatabase();
const { businessId } = await businessWithApiKey(database);

/**
 * Inserts a change that was written `ageMs` ago and, if `isNumbered`, numbered at the same time. Returns the id of its record.
 */
async function changed(isNumbered: boolean, ageMs: number): Promise<string> {
  const entityId = newId();
  const at = Math.round(performance.timeOrigin + performance.now()) - ageMs;
  await sql(database)`
    insert into changes (business_id, entity, entity_id, kind, staff_ids, written_at, position)
    values (
      ${businessId}, 'services', ${entityId}, 'changed', '{}', ${new Date(at)}, ${isNumbered ? at * 1_000 : null}::bigint
    )`;
  return entityId;
}

test("changes are deleted after an hour, numbered or not, and later ones are kept", async () => {
  const old = [await changed(true, KEPT_MS + 60_000), await changed(false, KEPT_MS + 60_000)];
  const later = [await changed(true, KEPT_MS - 60_000), await changed(false, KEPT_MS - 60_000)];
  const [job] = changeJobs({ database });
  await job?.run(new AbortController().signal);
  const rows = await sql(database)<{ entity_id: string }>`
    select entity_id from changes where business_id = ${businessId} and entity_id = any (${[...old, ...later]}::uuid[])`;
  expect(rows.map(({ entity_id }) => entity_id).sort()).toEqual(later.sort());
});
