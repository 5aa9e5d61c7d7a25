import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { downloadFolder, reasonToSkip, run, workFolder } from "../../../server/test/generators/toolchain.ts";
import { browserExecutable } from "../tools/browser.ts";
import { openBookingSite } from "./bookingSite.ts";

const LIGHTHOUSE = "lighthouse@12.8.2";
/** The timeout of the test in milliseconds. The first run downloads Lighthouse, which takes minutes on a busy machine. */
const TIMEOUT = { timeout: 900_000 };
const FLAGS = "--headless=old --no-sandbox --disable-gpu";
/**
 * The minimum scores in percent (public pages §6). Lighthouse simulates a phone with a quarter of the machine's CPU speed and a slow
 * connection.
 */
const BARS = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 };
const MAX_LCP_MS = 1_500;
/** The number of Lighthouse runs. The test uses the median of their scores, because other processes affect individual runs. */
const RUNS = 3;

const METRICS = [
  "first-contentful-paint",
  "largest-contentful-paint",
  "speed-index",
  "total-blocking-time",
  "cumulative-layout-shift",
];

interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number }>>;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
  readonly environment: { readonly benchmarkIndex: number };
}

test("Lighthouse finds the booking page fast, accessible and indexable", TIMEOUT, async ({ skip }) => {
  const reason = reasonToSkip(["npm", "--version"]);
  skip(reason !== undefined, reason);
  const cwd = workFolder();
  writeFileSync(join(cwd, "package.json"), '{"type": "module", "private": true}');
  await run("npm", ["install", "--no-audit", "--no-fund", "--cache", downloadFolder("npm"), LIGHTHOUSE], {
    cwd,
  });
  const site = await openBookingSite();
  try {
    const report = join(cwd, "report.json");
    const output = ["--quiet", "--output=json", `--output-path=${report}`, `--chrome-flags=${FLAGS}`];
    const program = join(cwd, "node_modules/lighthouse/cli/index.js");
    const env = { CHROME_PATH: await browserExecutable() };
    const reports: Report[] = [];
    for (let count = 0; count < RUNS; count++) {
      await run(process.execPath, [program, `${site.address}/b/${site.slug}?lang=en`, ...output], {
        cwd,
        env,
      });
      reports.push(JSON.parse(readFileSync(report, "utf8")) as Report);
    }
    const percent = (name: string) =>
      median(reports.map(({ categories }) => Math.round((categories[name]?.score ?? 0) * 100)));
    const value = (name: string) =>
      median(reports.map(({ audits }) => Math.round(audits[name]?.numericValue ?? Number.NaN)));
    console.info(
      `Lighthouse, median of ${RUNS}: ${Object.keys(BARS)
        .map((name) => `${name} ${percent(name)}`)
        .join(", ")};`,
      METRICS.map((name) => `${name} ${value(name)}`).join(", "),
      `(speed of the machine ${reports.map(({ environment }) => Math.round(environment.benchmarkIndex)).join(", ")})`,
    );
    for (const [name, bar] of Object.entries(BARS)) expect(percent(name), name).toBeGreaterThanOrEqual(bar);
    expect(value("largest-contentful-paint")).toBeLessThanOrEqual(MAX_LCP_MS);
  } finally {
    await site.close();
  }
});

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
