import { expect, test } from "vitest";
import { testApp } from "../../../test/fixtures/testApp.ts";
import { newId } from "../../kernel/ids.ts";
import { eventLoop } from "../limits/index.ts";

const open = await testApp();

/**
 * Starts computations whose expected computing time exceeds five seconds, and leaves them
 * running. Returns a function that ends them.
 */
async function overload(businessId: string): Promise<() => Promise<void>> {
  await eventLoop.compute(businessId, (run) =>
    run(() => {
      const until = performance.now() + 600;
      while (performance.now() < until);
    }),
  );
  const { promise, resolve } = Promise.withResolvers<void>();
  const underWay: Promise<void>[] = [];
  while (mayCompute(businessId)) underWay.push(eventLoop.compute(businessId, () => promise));
  return async () => {
    resolve();
    await Promise.all(underWay);
  };
}

function mayCompute(businessId: string): boolean {
  try {
    eventLoop.refuseOverload(businessId);
    return true;
  } catch {
    return false;
  }
}

function send(path: string, { key = open.salon.key, body }: { key?: string; body?: unknown } = {}) {
  return open.app.inject({
    method: body === undefined ? "GET" : "POST",
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${key}` },
    ...(body === undefined ? {} : { payload: body as object }),
  });
}

test("a business whose requests take too long gets 429 after 401 and before 404, 403 and 422; others are served", async () => {
  const { businessId, locationId } = open.salon;
  const mine = `/businesses/${businessId}`;
  const window = "from=2027-03-01T00:00:00Z&to=2027-03-08T00:00:00Z";
  const list = `${mine}/appointments?location_id=${locationId}&${window}`;
  const withoutScope = await open.keyWith("staff:read");
  const end = await overload(businessId);
  try {
    for (const answer of [
      await send(list),
      await send(`${mine}/availability`),
      await send(`/businesses/${newId()}/appointments`),
      await send(`${mine}/appointments`, { key: withoutScope }),
      await send(`${mine}/appointments/recurring`, { body: {} }),
    ]) {
      expect(answer.statusCode).toBe(429);
      const { code, details } = answer.json();
      expect(code).toBe("rate_limited");
      expect(details.retry_after).toBeGreaterThanOrEqual(5);
      expect(answer.headers["retry-after"]).toBe(String(details.retry_after));
    }
    expect((await send(list, { key: `${open.salon.key.slice(0, -1)}~` })).statusCode).toBe(401);
    // The server still handles small requests of the same business and large requests of another business.
    expect((await send(mine)).statusCode).toBe(200);
    await expect(eventLoop.compute(newId(), async () => "served")).resolves.toBe("served");
  } finally {
    await end();
  }
  expect((await send(list)).statusCode).toBe(200);
  expect((await send(`${mine}/appointments`, { key: withoutScope })).statusCode).toBe(403);
});
