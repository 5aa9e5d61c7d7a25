import { expect, test } from "vitest";
import { freshDatabase, openPatiently } from "../../test/fixtures/database.ts";
import { settableClock } from "../kernel/clock.ts";
import { assumedUpdateTime, BeginEstimate, beginEstimate } from "./assumedUpdateTime.ts";
import { column, openDatabase, outdatedKind, statement } from "./database/index.ts";

const fresh = await freshDatabase();
const database = openPatiently({ connectionString: fresh.connectionString });

const readBegin = statement({
  name: "test_assumed_begin",
  columns: { began_at: column.instant },
  sql: "select date_trunc('milliseconds', transaction_timestamp()) as began_at",
});

test("the assumed time is not before the start of its transaction", async () => {
  // On a busy machine, a transaction may begin after its assumed time and fail, so the test tries again.
  const attempt = async () => {
    const estimate = await beginEstimate(database);
    try {
      return await database.transaction(async (tx) => {
        const assumedAt = assumedUpdateTime(tx, estimate, 0);
        const [row] = await tx.query(readBegin, {});
        return assumedAt - (row?.began_at ?? Number.NaN);
      });
    } catch (error) {
      expect(outdatedKind(error)).toBe("time");
      estimate.failed();
      return undefined;
    }
  };
  await expect.poll(attempt, { timeout: 20_000 }).toBeGreaterThanOrEqual(0);
});

test.each([-60_000, 60_000])("a transaction whose time is wrong by %i ms fails", async (ms) => {
  const wrong = new BeginEstimate();
  const [row] = await database.query(readBegin, {});
  wrong.began((row?.began_at ?? Number.NaN) + ms, performance.now());
  const error = await database
    .transaction(async (tx) => void assumedUpdateTime(tx, wrong, 0))
    .catch((reason: unknown) => reason);
  expect(outdatedKind(error)).toBe("time");
});

test("a caller with another clock gets its own time", async () => {
  const other = openDatabase({ connectionString: fresh.connectionString, clock: settableClock(5) });
  const estimate = await beginEstimate(other);
  expect(estimate.isKnown).toBe(false);
  expect(await other.transaction(async (tx) => assumedUpdateTime(tx, estimate, 5))).toBe(5);
  await other.close();
});

test("an estimate follows the clock of the database, and allows more time after failures", () => {
  const estimate = new BeginEstimate();
  for (let n = 0; n < 1000; n++) estimate.began(1_000_000 + n + (n % 7), n);
  expect(estimate.timeAfter(2000)).toBe(1_002_000 + 11);
  estimate.failed();
  expect(estimate.isKnown).toBe(false);
  // The clock of the database is an hour ahead.
  estimate.began(1_000_000 + 3_600_000, 0);
  expect(estimate.timeAfter(0)).toBe(1_000_000 + 3_600_000 + 20);
  for (let n = 0; n < 10; n++) estimate.failed();
  estimate.began(0, 0);
  expect(estimate.timeAfter(0)).toBe(199);
  // The clock of the database runs slower than that of the process.
  for (let n = 0; n < 2000; n++) estimate.began(-50, 0);
  expect(estimate.timeAfter(0)).toBe(-39);
});
