#!/usr/bin/env node
// `npm run screenshots`: replaces the README's screenshots in docs/ with new screenshots of the demo salon.
import { ensureInstalled, run } from "./pinned.mjs";

ensureInstalled();
process.exitCode = await run("vitest", ["run", "apps/web/test/screenshots.test.ts"], {
  env: { DAYBOOK_SCREENSHOTS: "1" },
});
