import { beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../../../test/fixtures/testApp.ts";

const APPOINTMENTS = 130;
/** 10,000 characters of four bytes each: the largest possible note in bytes. */
const NOTE = "🜁".repeat(10_000);

let open: TestApp;
const ids: string[] = [];
beforeAll(async () => {
  open = await testApp({ isShared: true });
  for (let number = 0; number < APPOINTMENTS; number++) {
    const startsAt = new Date(Date.UTC(2027, 5, 1) + number * 3_600_000).toISOString();
    const { data } = (await open.book(startsAt, open.salon.cut)).body;
    await open.call("PATCH", `/appointments/${data.id}/note`, { internal_note: NOTE });
    ids.push(data.id);
  }
}, 240_000);

test("a page of appointments with long notes stays far below 10 MB, and its cursor continues after it", async () => {
  const seen: string[] = [];
  let pages = 0;
  for (let cursor: string | null = ""; cursor !== null; pages++) {
    const search = new URLSearchParams({
      location_id: open.salon.locationId,
      from: "2027-06-01T00:00:00Z",
      to: "2027-07-01T00:00:00Z",
      limit: "1000",
      ...(cursor === "" ? {} : { cursor }),
    });
    const { data } = (await open.call("GET", `/appointments?${search}`)).body;
    expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(2_100_000);
    seen.push(...data.items.map((item: { id: string }) => item.id));
    cursor = data.next_cursor;
  }
  expect(pages).toBe(3);
  expect(seen).toEqual(ids);
});
