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
      /\b(statement|insertInto|insertRows|updateRow|deleteWhere|archiveRow|deleteRow|findIds|table)\(/.test(
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
    for (const found of named) {
      references++;
      if (owners.get(found.name) !== by)
        problems.add(`${by} ${found.isWritten ? "writes" : "reads"} ${found.name}`);
    }
  }
  expect(references).toBeGreaterThan(300);
  expect([...problems].sort()).toEqual([]);
});
