import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../server/test/fixtures/temporaryFolder.ts";
import { ensureBuilt } from "../tools/ensureBuilt.ts";
import { openTestSalon } from "./testSalon.ts";

/** The folder with a copy of the build. A test replaces the copy with a newer build. */
const folder = temporaryFolder("installable");
ensureBuilt();
cpSync(join(import.meta.dirname, "..", "dist"), folder, { recursive: true });
const salon = await openTestSalon({ server: { pages: { folder } } });

/** Waits until the worker has cached the app and controls the page. */
const controlled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");

test("the app can be installed: a manifest with icons of the sizes that it names", async () => {
  const read = async (path: string) => {
    const answer = await fetch(new URL(path, `${salon.address}/app/`));
    return { type: answer.headers.get("content-type"), bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const manifest = await read("manifest.webmanifest");
  expect(manifest.type).toContain("application/manifest+json");
  const { icons, start_url, scope, display } = JSON.parse(manifest.bytes.toString());
  expect([start_url, scope, display]).toEqual(["/app/", "/app/", "standalone"]);
  for (const { src, sizes, type } of icons.filter((icon: { type: string }) => icon.type === "image/png")) {
    const icon = await read(src);
    expect(icon.type).toBe(type);
    // Reads the size from the header of the PNG file.
    expect(`${icon.bytes.readUInt32BE(16)}x${icon.bytes.readUInt32BE(20)}`).toBe(sizes);
    expect(icon.bytes.length).toBeLessThanOrEqual(20_000);
  }
  expect(readFileSync(join(folder, "index.html"), "utf8")).toContain("/app/manifest.webmanifest");
});

test("without a connection the app opens, says so, and continues once there is one", async () => {
  const page = await salon.open("calendar", { hasServiceWorker: true });
  await page.getByRole("navigation").first().waitFor();
  await controlled(page);
  // Reloads the page, because the service worker did not control the first load. The worker then caches the files that the
  // screen loads.
  await page.reload();
  await page.getByRole("navigation").first().waitFor();
  const stored = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(stored).toContain("/app/");
  expect(stored.filter((path) => path !== "/app/" && !path.startsWith("/app/assets/"))).toEqual([]);
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole("heading", { name: "No connection", exact: true }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole("navigation").first().waitFor();
  await page.context().close();
});

test("a new build replaces the old one: the page at once, the worker's files with the next check", async () => {
  const page = await salon.openSignedOut("/app/sign-in", { hasServiceWorker: true });
  await controlled(page);
  const html = readFileSync(join(folder, "index.html"), "utf8");
  writeFileSync(
    join(folder, "index.html"),
    html.replace("<title>", '<meta name="build" content="next"><title>'),
  );
  await page.reload();
  await page.locator('meta[name="build"]').waitFor({ state: "attached" });
  const worker = readFileSync(join(folder, "sw.js"), "utf8");
  writeFileSync(join(folder, "sw.js"), worker.replace(/daybook-[0-9a-f]{12}/, "daybook-next"));
  for (const suffix of ["br", "gz"]) rmSync(join(folder, `sw.js.${suffix}`), { force: true });
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await expect.poll(() => page.evaluate(() => caches.keys()), { timeout: 60_000 }).toEqual(["daybook-next"]);
  await page.context().close();
});
