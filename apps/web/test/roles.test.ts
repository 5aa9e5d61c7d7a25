import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type OperationName, rolesOf } from "@daybook/sdk";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestSalon, type Role, type TestSalon } from "./testSalon.ts";

const ROLES: readonly Role[] = ["owner", "manager", "reception", "staff"];
const SOURCES = join(import.meta.dirname, "..", "src");
const DESCRIPTION = JSON.parse(
  readFileSync(join(import.meta.dirname, "..", "..", "..", "docs", "openapi.json"), "utf8"),
) as { paths: Record<string, Record<string, { operationId?: string }>> };

/** The HTTP method and path of each SDK call, such as `sales.create`, read from the generated table. */
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

/** Returns the operation of an SDK call, and whether it writes. */
function operationOf(call: string): { id: string; isWrite: boolean } | undefined {
  const [method = "", path = ""] = CALLS.get(call) ?? [];
  const id = DESCRIPTION.paths[path]?.[method]?.operationId;
  return id === undefined ? undefined : { id, isWrite: method !== "get" };
}

/** The operations that a user calls before belonging to a business. */
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
    // A control names its operation in quotes: in ActionButton, useWrite, useBlockedReason or useMay.
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

/** The ids of the operations below a business; only these have roles. */
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
  salon = await openTestSalon();
});
afterAll(() => salon.close());

/** The operations below a business, with method and path. The test sends writes with `dry_run`. */
const TRIED = Object.entries(DESCRIPTION.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { operationId: id }]) =>
    // The stream of changes stays open until the client closes it.
    path.startsWith("/businesses/{business}") && id !== undefined && id !== "streamChanges"
      ? [{ id: id as OperationName, method: method.toUpperCase() as "GET", path }]
      : [],
  ),
);

test("the server answers 403 to a role exactly where the app's table of roles leaves it out, for every operation", async () => {
  const { businessId, locationId } = salon.salon;
  const differing: string[] = [];
  for (const role of ROLES) {
    const { cookie } = await salon.login(role);
    for (const { id, method, path } of TRIED) {
      // Every other id in the path is a location's, so that no other record is found.
      const url = path.replace("{business}", businessId).replaceAll(/\{\w+\}/g, locationId);
      const answer = await salon.app.inject({
        method,
        url: `/api/v1${url}${method === "GET" ? "" : "?dry_run=1"}`,
        // The server refuses a write if the `Origin` header is not the server's host.
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

/** The screens with controls for all or some roles, and a text that each screen shows once it is loaded. */
const SCREENS = [
  ["team", "Anna"],
  ["menu", "Cut"],
  ["settings/locations", "Locations"],
  ["settings/payments", "Stripe account"],
] as const;

/** Returns the operations whose controls a page shows, each with whether its control is enabled. */
async function controlsOn(page: Page): Promise<[OperationName, boolean][]> {
  await page.locator("[data-operation]").first().waitFor();
  return page.locator("[data-operation]").evaluateAll((all) =>
    all.map((each) => {
      const isOff = each.getAttribute("aria-disabled") === "true" || (each as HTMLButtonElement).disabled;
      return [each.getAttribute("data-operation") as OperationName, !isOff];
    }),
  );
}

test.for(ROLES)("a control is disabled exactly where the role %s gets 403", async (role) => {
  const { cookie } = await salon.login(role);
  const { businessId, clientId } = salon.salon;
  const page = await salon.open("calendar", { role });
  // A user with the role `staff` sees only their own clients.
  const file = [`clients/${clientId}`, "Overview"] as const;
  const details = [`team/${salon.salon.anna}?tab=details`, "First name"] as const;
  for (const [path, text] of role === "staff" ? [...SCREENS, details] : [...SCREENS, details, file]) {
    await page.goto(`/app/${businessId}/${path}`);
    await page.getByText(text).first().waitFor();
    const controls = await controlsOn(page);
    expect(controls.length).toBeGreaterThan(0);
    for (const [operation, isEnabled] of controls)
      expect([path, operation, isEnabled]).toEqual([path, operation, rolesOf(operation).includes(role)]);
  }
  // The server enforces the same table of roles.
  const answer = await fetch(`${salon.address}/api/v1/businesses/${businessId}/staff`, {
    method: "POST",
    headers: { cookie, origin: salon.address, "content-type": "application/json" },
    body: "{}",
  });
  expect(answer.status).toBe(rolesOf("createStaffMember").includes(role) ? 422 : 403);
  await page.context().close();
});
