import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sparticuz from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";

// Disables WebGL, which the pages do not use.
sparticuz.setGraphicsMode = false;

/**
 * Starts headless Chromium from the npm package `@sparticuz/chromium`, whose executable is unpacked once into the temporary folder. On
 * machines on which this executable does not run, set `DAYBOOK_TEST_BROWSER` to the path of another executable. `flags` are added to the
 * command line.
 */
export async function startBrowser(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: await browserExecutable(),
    // Disables GPU emulation, which takes more than half of a test's CPU time.
    args: [...sparticuz.args.filter((flag) => !REMOVED.has(flag)), "--disable-gpu", "--lang=en-GB", ...flags],
    headless: true,
    // Chromium starts slowly on shared CPUs, so the timeout is longer than the default.
    timeout: 60_000,
  });
}

/** Returns the path of the executable that `startBrowser` starts. */
export async function browserExecutable(): Promise<string> {
  const own = process.env.DAYBOOK_TEST_BROWSER;
  if (own !== undefined && !existsSync(own)) throw new Error(`DAYBOOK_TEST_BROWSER: there is no ${own}.`);
  return own ?? unpackedExecutable();
}

/** The package's flags to omit. With `--single-process`, the browser exits when its first page closes. */
const REMOVED: ReadonlySet<string> = new Set([
  "--single-process",
  "--no-zygote",
  "--disable-web-security",
  "--ignore-gpu-blocklist",
]);

/**
 * Returns the path of the unpacked executable. Unpacks the files into a separate folder and renames the folder when it is complete, because
 * other processes may use the executable at the same time.
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
      // Ignores the error if another process has already created the folder.
      if (!existsSync(folder)) throw error;
    }
  }
  return join(folder, "chromium");
}
