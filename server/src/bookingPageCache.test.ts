import { expect, test } from "vitest";
import { bookingPageCache } from "./bookingPageCache.ts";

const MINUTE = 60_000;

function open({ cacheControl = "no-cache" } = {}) {
  const state = { version: "1" as string | undefined, now: 0, rendered: 0 };
  const cache = bookingPageCache({
    versionOf: async () => state.version,
    now: () => state.now,
  });
  const page = async (key = "/b/salon") =>
    (
      await cache.page("salon", key, async () => {
        state.rendered++;
        return { status: 200, headers: { "cache-control": cacheControl }, body: `${key} ${state.rendered}` };
      })
    ).body;
  return { state, page };
}

test("a page is rendered once for a version and a quarter of an hour, for each key", async () => {
  const { state, page } = open();
  expect([await page(), await page(), await page("/b/salon?lang=de")]).toEqual([
    "/b/salon 1",
    "/b/salon 1",
    "/b/salon?lang=de 2",
  ]);
  state.version = "2";
  expect(await page()).toBe("/b/salon 3");
  state.now = 15 * MINUTE;
  expect([await page(), await page()]).toEqual(["/b/salon 4", "/b/salon 4"]);
});

test("a page that was rendered while its settings changed is rendered again", async () => {
  const { state, page } = open();
  const cache = bookingPageCache({ versionOf: async () => state.version, now: () => 0 });
  const render = async () => {
    state.version = "2";
    return { status: 200, headers: { "cache-control": "no-cache" }, body: "before the change" };
  };
  expect((await cache.page("salon", "/b/salon", render)).body).toBe("before the change");
  const fresh = { status: 200, headers: { "cache-control": "no-cache" }, body: "after it" };
  expect((await cache.page("salon", "/b/salon", async () => fresh)).body).toBe("after it");
  expect(await page()).toBe("/b/salon 1");
});

test("pages of one visitor, of unknown businesses and with long keys are not kept", async () => {
  const personal = open({ cacheControl: "no-store" });
  expect([await personal.page(), await personal.page()]).toEqual(["/b/salon 1", "/b/salon 2"]);
  const unknown = open();
  unknown.state.version = undefined;
  expect([await unknown.page(), await unknown.page()]).toEqual(["/b/salon 1", "/b/salon 2"]);
  const long = open();
  const key = `/b/salon?${"x".repeat(500)}`;
  expect([await long.page(key), await long.page(key)]).toEqual([`${key} 1`, `${key} 2`]);
});

test("the number of pages is bounded; the oldest is rendered again", async () => {
  const { state, page } = open();
  for (let index = 0; index <= 200; index++) await page(`/b/salon?n=${index}`);
  await page("/b/salon?n=200");
  expect(state.rendered).toBe(201);
  await page("/b/salon?n=0");
  expect(state.rendered).toBe(202);
});
