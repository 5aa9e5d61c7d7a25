import { existsSync } from "node:fs";
import sparticuz from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";

/**
 * Starts Chromium without a window. It is the one in the npm package, unpacked into the temporary folder once;
 * `DAYBOOK_TEST_BROWSER` names another one for machines on which that does not run.
 */
export async function startBrowser(): Promise<Browser> {
  const own = process.env.DAYBOOK_TEST_BROWSER;
  if (own !== undefined && !existsSync(own)) throw new Error(`DAYBOOK_TEST_BROWSER: there is no ${own}.`);
  return chromium.launch({
    executablePath: own ?? (await sparticuz.executablePath()),
    // With `--single-process` the browser exits when its first page closes.
    args: [...sparticuz.args.filter((flag) => !REMOVED.has(flag)), "--lang=en-GB"],
    headless: true,
    // Chromium starts slowly without a GPU and on shared processors.
    timeout: 60_000,
  });
}

const REMOVED: ReadonlySet<string> = new Set(["--single-process", "--no-zygote", "--disable-web-security"]);
