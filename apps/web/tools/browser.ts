import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sparticuz from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";

// The pages do not use WebGL.
sparticuz.setGraphicsMode = false;

/**
 * Starts headless Chromium: the executable from the npm package, unpacked once into the temporary folder. On machines where it
 * does not run, `DAYBOOK_TEST_BROWSER` names the executable to start instead. `flags` are added to the command line.
 */
export async function startBrowser(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: await browserExecutable(),
    // Without a GPU, Chromium would emulate one, which takes more than half of the CPU time of a test.
    args: [...sparticuz.args.filter((flag) => !REMOVED.has(flag)), "--disable-gpu", "--lang=en-GB", ...flags],
    headless: true,
    // Chromium starts slowly on shared processors.
    timeout: 60_000,
  });
}

/** Returns the path of the executable that `startBrowser` starts. */
export async function browserExecutable(): Promise<string> {
  const own = process.env.DAYBOOK_TEST_BROWSER;
  if (own !== undefined && !existsSync(own)) throw new Error(`DAYBOOK_TEST_BROWSER: there is no ${own}.`);
  return own ?? unpackedExecutable();
}

/** The package's flags that are not used. With `--single-process`, the browser exits when its first page closes. */
const REMOVED: ReadonlySet<string> = new Set([
  "--single-process",
  "--no-zygote",
  "--disable-web-security",
  "--ignore-gpu-blocklist",
]);

/**
 * Returns the path of the unpacked executable. Other processes may look for the executable at the same time, so the function
 * unpacks into a separate folder and renames this folder once it is complete.
 */
async function unpackedExecutable(): Promise<string> {
  const folder = join(tmpdir(), `daybook-chromium-${process.getuid?.() ?? 0}`);
  if (!existsSync(folder)) {
    const aside = mkdtempSync(`${folder}-`);
    const before = process.env.TMPDIR;
    process.env.TMPDIR = aside;
    try {
      await sparticuz.executablePath();
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    }
    try {
      renameSync(aside, folder);
    } catch (error) {
      rmSync(aside, { recursive: true });
      // Another process has already moved its copy into place.
      if (!existsSync(folder)) throw error;
    }
  }
  return join(folder, "chromium");
}
