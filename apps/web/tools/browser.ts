import { existsSync } from "node:fs";
import sparticuz from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";

/**
 * Starts Chromium without a window: the one in the npm package, unpacked once into the temporary folder. On machines where it
 * does not run, `DAYBOOK_TEST_BROWSER` names the executable to start instead.
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
