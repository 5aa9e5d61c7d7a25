import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type OperationName, rolesOf } from "@daybook/sdk";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { isFullRun } from "../../../server/test/fullRun.ts";
import { SCREENS } from "../src/app/screens.ts";
import { type FilledSalon, fillSalon, roleScreens } from "./roleScreens.ts";
import { openTestSalon, type Role, type TestSalon } from "./testSalon.ts";

const ROLES: readonly Role[] = ["owner", "manager", "reception", "staff"];
const SOURCES = join(import.meta.dirname, "..", "src");
const DESCRIPTION = JSON.parse(
  readFileSync(join(import.meta.dirname, "..", "..", "..", "docs", "openapi.json"), "utf8"),
) as { paths: Record<string, Record<string, { operationId?: string }>> };

/** The HTTP method and path of each SDK call (such as `sales.create`) from the generated table. */
const CALLS = new Map<string, readonly [string, string]>();
let resource = "";
for (const line of readFileSync(
  join(import.meta.dirname, "..", "..", "..", "sdk", "src", "operationTable.ts"),
  "utf8",
).split("\n")) {
  resource = /^ {2}"(\w+)": \{$/.exec(line)?.[1] ?? resource;
  const [, name, method, path] = /^ {4}"(\w+)": "(\w+) ([^"]+)",?$/.exec(line) ?? [];
  if (name !== undefined && method !== undefined && path !== undefined)
    CALLS.set(`${resource}.${name}`, [method, path]);
}

/** Returns the operation of an SDK call, and whether the operation writes. */
function operationOf(call: string): { id: string; isWrite: boolean } | undefined {
  const [method = "", path = ""] = CALLS.get(call) ?? [];
  const id = DESCRIPTION.paths[path]?.[method]?.operationId;
  return id === undefined ? undefined : { id, isWrite: method !== "get" };
}

/** The operations that a user without a business can call. */
const FREE = new Set(["createBusiness"]);

test("every write of a screen is behind a control of the same roles", () => {
  const unguarded: string[] = [];
  let writes = 0;
  for (const file of globSync("features/**/*.{ts,tsx}", { cwd: SOURCES })) {
    const text = readFileSync(join(SOURCES, file), "utf8");
    const folder = join(SOURCES, dirname(file));
    const beside = globSync("*.{ts,tsx}", { cwd: folder }).map((name) =>
      readFileSync(join(folder, name), "utf8"),
    );
    // Finds the operations of controls in the source code: the quoted names in ActionButton, useWrite, useBlockedReason or useMay.
    const named = beside.flatMap((each) =>
      [...each.matchAll(/"([a-z]+[A-Z]\w+)"/g)].map(([, name = ""]) => name),
    );
    const guards = new Set(named.filter(isOperation).map((name) => rolesOf(name).join()));
    for (const [, service = "", name = ""] of text.matchAll(/\bapi\.(\w+)\.(\w+)\(/g)) {
      const operation = operationOf(`${service}.${name}`);
      if (operation === undefined || !operation.isWrite || FREE.has(operation.id)) continue;
      writes++;
      if (!guards.has(rolesOf(operation.id as OperationName).join()))
        unguarded.push(`${file}: ${operation.id}`);
    }
  }
  expect(writes).toBeGreaterThan(50);
  expect(unguarded).toEqual([]);
});

/** The ids of the operations below a business. Other operations have no roles. */
const OPERATIONS = new Set(
  Object.entries(DESCRIPTION.paths).flatMap(([path, methods]) =>
    path.startsWith("/businesses/{business}")
      ? Object.values(methods).flatMap(({ operationId }) => operationId ?? [])
      : [],
  ),
);

function isOperation(name: string): name is OperationName {
  return OPERATIONS.has(name);
}

let salon: TestSalon;
beforeAll(async () => {
  salon = await openTestSalon({ isShared: true });
});

/** The operations below a business with their methods and paths. The test sends writes as dry runs (`dry_run`). */
const TRIED = Object.entries(DESCRIPTION.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { operationId: id }]) =>
    // Excludes the change stream, which stays open until the client closes it.
    path.startsWith("/businesses/{business}") && id !== undefined && id !== "streamChanges"
      ? [{ id: id as OperationName, method: method.toUpperCase() as "GET", path }]
      : [],
  ),
);

/**
 * Whether to try an operation with a role. A full run tries every role. `npm test` tries only the last role in `ROLES` that may
 * call the operation and the first role that may not.
 */
function isTried(id: OperationName, role: Role): boolean {
  const allowed = ROLES.filter((each) => rolesOf(id).includes(each));
  const refused = ROLES.filter((each) => !allowed.includes(each));
  return isFullRun || role === allowed.at(-1) || role === refused[0];
}

test("the server answers 403 to a role exactly where the app's table of roles leaves it out, for every operation", async () => {
  const { businessId, locationId } = salon.salon;
  const differing: string[] = [];
  for (const role of ROLES) {
    const { cookie } = await salon.login(role);
    for (const { id, method, path } of TRIED.filter((each) => isTried(each.id, role))) {
      // Uses a location's id for every id in the path, so that requests for other types of records find none.
      const url = path.replace("{business}", businessId).replaceAll(/\{\w+\}/g, locationId);
      const answer = await salon.app.inject({
        method,
        url: `/api/v1${url}${method === "GET" ? "" : "?dry_run=1"}`,
        // The server rejects a write whose `Origin` header differs from the server's host.
        headers: { cookie, host: new URL(salon.address).host, origin: salon.address },
        ...(method === "GET" || method === ("DELETE" as string) ? {} : { payload: {} }),
      });
      const isRefused = answer.statusCode === 403 && answer.json().code === "forbidden_role";
      if (isRefused === rolesOf(id).includes(role)) differing.push(`${role} ${id}: ${answer.statusCode}`);
    }
  }
  expect(TRIED.length).toBeGreaterThan(150);
  expect(differing).toEqual([]);
});

let ids: FilledSalon;
beforeAll(async () => {
  ids = await fillSalon(salon);
});

test("the walk through the screens visits every screen", () => {
  const visited = new Set(roleScreens(ids).map(({ screen }) => screen));
  expect(SCREENS.map(({ path }) => path).filter((path) => !visited.has(path))).toEqual([]);
});

/** Returns the operations with an enabled control on a page, without duplicates. */
async function enabledOn(page: Page): Promise<string[]> {
  const names = await page
    .locator("[data-operation]")
    .evaluateAll((all) =>
      all
        .filter(
          (each) => each.getAttribute("aria-disabled") !== "true" && !(each as HTMLButtonElement).disabled,
        )
        .map((each) => each.getAttribute("data-operation") ?? ""),
    );
  return [...new Set(names)].sort();
}

/** Opens a URL in the app without reloading the page. */
const follow = (page: Page, url: string) =>
  page.evaluate((to) => {
    document.querySelector("h1")?.setAttribute("data-left", "true");
    history.pushState({}, "", to);
  }, `/app/${salon.salon.businessId}/${url}`);

/**
 * A full run walks through the screens as every role. `npm test` walks as a staff member, whose role may use the fewest controls, and
 * below as an owner.
 */
const WALKED: readonly Role[] = isFullRun ? ROLES : ["staff"];

test.for(WALKED)(
  "on every screen, exactly the controls that the role %s may use are enabled, and no request gets 403",
  { timeout: 300_000 },
  async (role) => {
    const page = await salon.open("calendar", { role });
    const refused: string[] = [];
    page.on("response", (response) => {
      if (response.status() === 403) refused.push(`${response.url()} on ${page.url()}`);
    });
    const rail = page.getByRole("navigation").first();
    await rail.waitFor();
    const needsOf = (path: string) => SCREENS.find((screen) => screen.path === path)?.needs;
    const isOpenTo = (path: string) => {
      const needs = needsOf(path);
      return needs === undefined || rolesOf(needs).includes(role);
    };
    let last = "calendar";
    for (const { screen, url, enabled } of roleScreens(ids)) {
      await follow(page, url);
      // Waits for a new heading only if the screen changes. All tabs of a screen have the same heading.
      if (screen !== last) await page.locator("h1:not([data-left])").waitFor({ state: "attached" });
      last = screen;
      const isRefused = await page.getByRole("heading", { name: "Not for your role", level: 1 }).count();
      expect([url, isRefused]).toEqual([url, isOpenTo(screen) ? 0 : 1]);
      const expected = isOpenTo(screen)
        ? enabled.filter((operation) => rolesOf(operation).includes(role))
        : [];
      await expect
        .poll(async () => [url, ...(await enabledOn(page))], { timeout: 30_000 })
        .toEqual([url, ...[...expected].sort()]);
    }
    const starts = SCREENS.filter(({ path, isStart }) => isStart === true && isOpenTo(path));
    const links = await rail
      .getByRole("link")
      .evaluateAll((all) => all.map((each) => each.getAttribute("href")?.split("/").at(-1) ?? ""));
    expect(links.sort()).toEqual(starts.map(({ path }) => path).sort());
    expect(refused).toEqual([]);
    await salon.release(page);
  },
);

test("in German at 320 pixels, an owner may use all controls, and no screen is wider than the page", {
  timeout: 300_000,
}, async () => {
  const page = await salon.open("calendar", { width: 320, height: 640, locale: "de-DE" });
  const tooWide: string[] = [];
  let last = "calendar";
  for (const { screen, url, enabled } of roleScreens(ids)) {
    await follow(page, url);
    if (screen !== last) await page.locator("h1:not([data-left])").waitFor({ state: "attached" });
    last = screen;
    await expect.poll(() => enabledOn(page), { timeout: 30_000 }).toEqual([...enabled].sort());
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (wider > 0) tooWide.push(`${url}: ${wider} px`);
  }
  expect(tooWide).toEqual([]);
  await salon.release(page);
});
