#!/usr/bin/env node
// `npm run screenshots`: takes the screenshots of the README in docs/ again, with the demo salon.
import { ensureInstalled, run } from "./pinned.mjs";

ensureInstalled();
process.exitCode = await run("vitest", ["run", "apps/web/test/screenshots.test.ts"], {
  env: { DAYBOOK_SCREENSHOTS: "1" },
});
