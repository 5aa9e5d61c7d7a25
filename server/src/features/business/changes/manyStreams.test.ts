import { spawn } from "node:child_process";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { signedIn } from "../../../../test/fixtures/signedIn.ts";
import { testApp } from "../../../../test/fixtures/testApp.ts";
import { isFullRun } from "../../../../test/fullRun.ts";
import { addMembership } from "../../access/accounts/index.ts";

const STREAMS = isFullRun ? 500 : 40;
const MAX_BYTES = 50_000_000;

const open = await testApp();
await open.app.listen({ port: 0, host: "127.0.0.1" });

/**
 * A program that opens the streams in another process, so that the memory of their clients is not counted. The program prints a message
 * when all its clients have received a notice.
 */
const CLIENT = `
  const [origin, path, cookie, count] = process.argv.slice(1);
  let ready = 0, notified = 0;
  for (let i = 0; i < Number(count); i++)
    fetch(origin + path, { headers: { cookie } }).then(async (answer) => {
      let isReady = false, isNotified = false, text = "";
      for await (const chunk of answer.body) {
        text += Buffer.from(chunk).toString();
        if (!isReady && text.includes("event: ready")) { isReady = true; ready++; }
        if (!isNotified && text.includes("event: change")) { isNotified = true; notified++; }
        if (ready === Number(count) && notified === 0) console.log("ready");
        if (notified === Number(count)) console.log("notified");
      }
    });
`;

test("many streams share their queries and all get a change", {
  timeout: 300_000,
}, async () => {
  const browser = await signedIn(open);
  const { businessId } = open.salon;
  const membership = { userId: browser.userId, businessId, role: "reception", staffId: null } as const;
  await open.database.transaction((tx) => addMembership(tx, { ...membership, now: open.clock.now() }));
  const origin = `http://127.0.0.1:${(open.app.server.address() as AddressInfo).port}`;
  const before = process.memoryUsage().rss;
  const path = `/api/v1/businesses/${businessId}/changes`;
  const client = spawn(process.execPath, ["-e", CLIENT, origin, path, browser.cookie(), String(STREAMS)]);
  let said = "";
  client.stdout.on("data", (bytes) => {
    said += bytes;
  });
  try {
    await expect.poll(() => said.includes("ready"), { timeout: 120_000 }).toBe(true);
    const bytes = process.memoryUsage().rss - before;
    const { query } = open.database;
    let queries = 0;
    open.database.query = (...args) => {
      queries += 1;
      return query(...args);
    };
    const startedAt = performance.now();
    await expect.poll(() => performance.now() - startedAt > 3_000, { interval: 500 }).toBe(true);
    open.database.query = query;
    const seconds = (performance.now() - startedAt) / 1_000;
    // Per second, two rounds send two SQL statements each, and the hub looks up the sessions every two seconds. With one
    // statement per stream, the number would be several times higher.
    expect(queries).toBeLessThan(10 + 6 * seconds);
    await open.book("2027-03-08T09:00:00+01:00", open.salon.cut);
    await expect.poll(() => said.includes("notified"), { timeout: 60_000 }).toBe(true);
    console.log(
      `${STREAMS} streams: ${Math.round(bytes / 1e6)} MB, ${queries} queries in ${seconds.toFixed(1)} s`,
    );
    if (isFullRun) expect(bytes).toBeLessThan(MAX_BYTES);
  } finally {
    client.kill();
  }
});
