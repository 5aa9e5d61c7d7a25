import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { declaredStatements, declaredTables, withoutViews } from "../platform/database/index.ts";

const SOURCE = fileURLToPath(new URL("../", import.meta.url));

const sources = globSync("{platform,tables,features}/**/*.ts", { cwd: SOURCE })
  .filter((file) => !file.endsWith(".test.ts") && !file.startsWith("platform/database/"))
  .map((file) => ({ file, text: readFileSync(SOURCE + file, "utf8") }));

/** Returns the owner of a file: `group/feature`, `webhooks` or `platform/folder`. */
function ownerOf(file: string): string {
  const [, feature, folder] = /^features\/(webhooks|[^/]+\/[^/]+)\/|^(platform\/[^/]+)\//.exec(file) ?? [];
  return feature ?? folder ?? file;
}

/** Returns the tables that an SQL statement names, and whether the statement writes them. */
function tablesIn(sql: string): { name: string; isWritten: boolean }[] {
  const names = new Set(declaredTables().map(({ name }) => name));
  const found = withoutViews(sql).matchAll(
    /\b(insert\s+into|update|delete\s+from|from|join|using)\s+(\w+)/gi,
  );
  return [...found]
    .filter(([, , name = ""]) => names.has(name))
    .map(([, verb = "", name = ""]) => ({ name, isWritten: /^(insert|update|delete)/i.test(verb) }));
}

test("a feature names its own tables only; those of others it reads by a view or the owner's functions", async () => {
  for (const { file, text } of sources)
    if (
      /\b(statement|insertInto|insertRows|updateRow|deleteWhere|archiveRow|deleteRow|findIds|selectWhere|updateWhere|table)\(/.test(
        text,
      )
    )
      await import(SOURCE + file);
  const owners = new Map(declaredTables().map(({ name, owner }) => [name, owner]));
  const problems = new Set<string>();
  let references = 0;
  for (const { name, text } of declaredStatements()) {
    const named = tablesIn(text);
    if (named.length === 0) continue;
    const declaring = sources
      .filter((source) => source.text.includes(`"${name}"`))
      .map(({ file }) => ownerOf(file));
    expect(new Set(declaring).size, `files that declare ${name}`).toBe(1);
    const [by = ""] = declaring;
    for (const { name: table, isWritten } of named) {
      references++;
      const owner = owners.get(table);
      if (owner === by) continue;
      const way = isWritten
        ? `call a function of ${owner}`
        : `read a view of ${owner}, or call its functions`;
      problems.add(`${by} ${isWritten ? "writes" : "reads"} ${table} in ${name}: ${way}`);
    }
  }
  expect(references).toBeGreaterThan(300);
  expect([...problems].sort()).toEqual([]);
});

/** The maximum number of columns of one table that the SQL of a statement may list literally. */
const MAX_LISTED = 7;

test("a statement selects many columns by their column map, not by a list of its own", () => {
  const lists = /\b(?:select|returning)\s+((?:\w+\.)?\w+(?:\s*,\s*(?:\w+\.)?\w+)+)/g;
  const problems = sources.flatMap(({ file, text }) =>
    [...text.matchAll(lists)].flatMap(([, listed = ""]) => {
      const names = listed.split(",").map((name) => name.trim().replace(/^\w+\./, ""));
      return declaredTables()
        .map(({ name, columns }) => ({ name, count: names.filter((each) => each in columns).length }))
        .filter(({ count }) => count > MAX_LISTED)
        .map(({ name, count }) => `${file} lists ${count} columns of ${name}: use list(columns)`);
    }),
  );
  expect(problems).toEqual([]);
});
