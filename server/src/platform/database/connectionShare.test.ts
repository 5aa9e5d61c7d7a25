import { expect, test } from "vitest";
import { ConnectionShare } from "./connectionShare.ts";

const SOON = 60_000;

/** Requests a connection for each name in order and returns the names in the order of the grants. */
function asking(share: ConnectionShare, ...businessIds: string[]): string[] {
  const served: string[] = [];
  for (const businessId of businessIds) void share.wait(businessId, SOON).then(() => served.push(businessId));
  return served;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a business never holds the last two connections, and work without a business has no limit", async () => {
  const share = new ConnectionShare(8);
  const served = asking(share, ..."aaaaaaaaaa");
  await settled();
  expect(served).toHaveLength(6);
  expect(share.waiting).toBe(4);
  expect(share.take("b")).toBe(true);
  expect(share.take(undefined)).toBe(true);
  expect(share.take(undefined)).toBe(false);
  share.giveBack("b");
  expect(share.take(undefined)).toBe(true);
});

test("of those that wait, the business that holds the fewest is next, then the order of asking", async () => {
  const share = new ConnectionShare(8);
  const served = asking(share, ..."aaaaaabb", ..."abc");
  await settled();
  expect(served.join("")).toBe("aaaaaabb");
  share.giveBack("a");
  await settled();
  share.giveBack("a");
  await settled();
  share.giveBack("a");
  await settled();
  expect(served.slice(8).join("")).toBe("cba");
});

test("of the callers of a business, requests that have had a connection before are next", async () => {
  const share = new ConnectionShare(1);
  expect(share.take("a")).toBe(true);
  const served: string[] = [];
  void share.wait("a", SOON).then(() => served.push("new"));
  void share.wait("a", SOON, true).then(() => served.push("begun"));
  share.giveBack("a");
  await settled();
  share.giveBack("a");
  await settled();
  expect(served).toEqual(["begun", "new"]);
});

test("a caller that waited too long leaves the queue, and the next one gets the connection", async () => {
  const share = new ConnectionShare(1);
  expect(share.take("a")).toBe(true);
  await expect(share.wait("b", 1)).rejects.toThrow("timeout exceeded");
  const served = asking(share, "c");
  share.giveBack("a");
  await settled();
  expect(served).toEqual(["c"]);
  expect(share.take("a")).toBe(false);
});
