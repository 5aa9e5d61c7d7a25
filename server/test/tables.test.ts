import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { connectedClient } from "./fixtures/connectedClient.ts";
import { freshDatabase } from "./fixtures/database.ts";

const architecture = readFileSync(new URL("../../ARCHITECTURE.md", import.meta.url), "utf8");
const fresh = await freshDatabase();
const client = await connectedClient(fresh.connectionString);

test("a table whose primary key does not begin with business_id is in ARCHITECTURE.md's list, and nothing else is", async () => {
  // The query also returns tables without a primary key, which violate the rule as well.
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name
     from pg_class c
     left join pg_index i on i.indrelid = c.oid and i.indisprimary
     left join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
     where c.relkind in ('r', 'p')
       and c.relnamespace = 'public'::regnamespace
       and a.attname is distinct from 'business_id'
     order by 1`,
  );
  const table = architecture.split("| table | keyed by |\n")[1]?.split("\n\n")[0] ?? "";
  const listed = table.split("\n").flatMap((line) => [...(line.split("|")[1] ?? "").matchAll(/`(\w+)`/g)]);
  expect(listed.map(([, name]) => name).sort()).toEqual(rows.map(({ name }) => name).sort());
});

test("a foreign key between tables of businesses pairs their business_id", async () => {
  const { rows } = await client.query<{ name: string }>(
    `with ofBusiness as (
       select i.indrelid as id
       from pg_index i
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
       where i.indisprimary
         and a.attname = 'business_id'
     )
     select k.conname::text as name
     from pg_constraint k
     where k.contype = 'f'
       and k.conrelid in (select id from ofBusiness)
       and k.confrelid in (select id from ofBusiness)
       and not exists (
         select
         from unnest(k.conkey, k.confkey) as pair (mine, theirs)
         join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.mine
         join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.theirs
         where a.attname = 'business_id'
           and b.attname = 'business_id'
       )`,
  );
  expect(rows).toEqual([]);
});
