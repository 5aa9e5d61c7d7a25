#!/usr/bin/env node
// `npm run connectors`: installs, validates and tests the connectors in connectors/*. Each has its own package.json and lockfile,
// because the tools of some platforms are not open source. At the end, the script prints a table with a row for each trigger,
// action and search, and a column for each delivery form of webhooks and each error status of the API. To test selected
// connectors: npm run connectors -- make
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printTable } from "./connectorTable.mjs";
import { ensureInstalled, pinnedNode, project, run } from "./pinned.mjs";

ensureInstalled();
const root = join(project, "connectors");
const all = readdirSync(root).filter((name) => existsSync(join(root, name, "package.json")));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`There is no connector ${unknown.join(", ")}; there are ${all.join(", ")}.`);
  process.exit(1);
}

// The tests of each connector write a table of the tested operations to this folder.
const tables = mkdtempSync(join(tmpdir(), "daybook-connectors-"));
const failed = [];
await step("types of the SDK", pinnedNode(), ["sdk/writeTypes.mjs"], project);
for (const name of wanted.length > 0 ? wanted : all) {
  const cwd = join(root, name);
  if (!(await step(`${name}: install`, "npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd)))
    continue;
  await step(`${name}: validate`, "npm", ["run", "--silent", "validate"], cwd);
  await step(
    `${name}: test`,
    "vitest",
    ["run", "--config", "connectors/vitest.config.ts", `connectors/${name}`],
    project,
  );
}
printTable(tables);
rmSync(tables, { recursive: true });
if (failed.length > 0) {
  console.error(`\n✗ ${failed.join(", ")}`);
  process.exit(1);
}

/** Runs a command. Returns whether it succeeded; a failure does not prevent the following steps. */
async function step(title, command, args, cwd) {
  console.log(`\n▸ ${title}`);
  const isDone = (await run(command, args, { cwd, env: { DAYBOOK_CONNECTOR_TABLES: tables } })) === 0;
  console.log(`${isDone ? "✓" : "✗"} ${title}`);
  if (!isDone) failed.push(title);
  return isDone;
}
