#!/usr/bin/env node
// `npm run connectors`: installs, validates and tests the connectors in connectors/*. Each has its own package.json and lockfile,
// because the tools of some platforms are not open source. Run selected connectors by name: npm run connectors -- make
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ensureInstalled, project, run } from "./pinned.mjs";

ensureInstalled();
const root = join(project, "connectors");
const all = readdirSync(root).filter((name) => existsSync(join(root, name, "package.json")));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`There is no connector ${unknown.join(", ")}; there are ${all.join(", ")}.`);
  process.exit(1);
}

for (const name of wanted.length > 0 ? wanted : all) {
  const cwd = join(root, name);
  await step(`${name}: install`, "npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd);
  await step(`${name}: validate`, "npm", ["run", "--silent", "validate"], cwd);
  await step(
    `${name}: test`,
    "vitest",
    ["run", "--config", "connectors/vitest.config.ts", `connectors/${name}`],
    project,
  );
}

async function step(title, command, args, cwd) {
  console.log(`\n▸ ${title}`);
  const code = await run(command, args, { cwd });
  if (code === 0) return;
  console.error(`✗ ${title}`);
  process.exit(code);
}
