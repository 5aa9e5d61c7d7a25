import { afterEach, describe, expect, test } from "vitest";
import { isFullRun, rounds } from "../fullRun.ts";
import { inconsistenciesOf } from "./consistency.ts";
import { fixturesOfRun, type RaceFixture } from "./fixture.ts";
import { type PastTransaction, readHistory, recordHistory } from "./history.ts";
import { violationsIn } from "./historyCheck.ts";
import { changeCapacity, changeTimeOff } from "./manager.ts";
import { contended, everything, longDay, type Mix, units } from "./mixes.ts";
import { outdatedAnswers } from "./outdated.ts";
import { overlapsOf } from "./overlaps.ts";
import { type Operation, refusalsAmong, stress } from "./stress.ts";

const allowed: ReadonlySet<string> = new Set([
  "200",
  "201",
  "409 time_conflict",
  "409 invalid_transition",
  "404 not_found",
]);

const mixesOfEveryRun = [
  { what: "all operations", mix: everything, seed: 4 },
  { what: "many bookings in one round trip", mix: longDay, seed: 9 },
];
/** `everything` and the test that changes the capacity contain the operations of these mixes. */
const mixesOfFullRun = [
  { what: "overbooked claims and cancellations of two staff members", mix: contended, seed: 8 },
  { what: "a room with three units", mix: units, seed: 5 },
];
const mixes = isFullRun ? [...mixesOfEveryRun, ...mixesOfFullRun] : mixesOfEveryRun;

describe.each(fixturesOfRun)("$name", ({ open }) => {
  let fixture: RaceFixture;

  afterEach(async () => {
    expect(await fixture.close()).toBe(0);
  }, 240_000);

  test.each(mixes)(
    "concurrent operations keep the booking rules at every commit: $what",
    async ({ mix, seed }) => {
      fixture = await open({ roomCapacity: 3, prepare: recordHistory });
      const meanwhile = changeTimeOff(fixture, mix.staffCount);
      const operations = await stress(fixture, mix, { operationsEach: rounds(100), seed, meanwhile });
      const history = await judged(fixture, mix, operations);
      // The few operations of `npm test` may not move any claim to another unit; singleClient.test.ts always moves a claim.
      if (mix === units) expect(history.some(({ movedToUnit }) => movedToUnit.length > 0)).toBe(true);
    },
    240_000,
  );

  test("concurrent operations keep the booking rules while the capacity of the room changes", async () => {
    fixture = await open({ roomCapacity: 3, prepare: recordHistory });
    const meanwhile = changeCapacity(fixture);
    const operations = await stress(fixture, units, { operationsEach: rounds(60), seed: 6, meanwhile });
    await judged(fixture, units, operations);
  }, 240_000);
});

async function judged(
  fixture: RaceFixture,
  { staffCount }: Mix,
  operations: readonly Operation[],
): Promise<PastTransaction[]> {
  const { connectionString, salon } = fixture;
  const strange = operations.map(outcomeOf).filter((outcome) => !allowed.has(outcome));
  expect(strange, fixture.errors()).toEqual([]);
  expect(await outdatedAnswers(fixture, salon.staffIds.slice(0, staffCount))).toEqual([]);
  expect(await overlapsOf(connectionString)).toEqual([]);
  expect(await inconsistenciesOf(connectionString)).toEqual([]);
  const history = await readHistory(connectionString);
  const room = { id: salon.roomId, capacity: 3 };
  const refusals = refusalsAmong(operations, room.id);
  expect(violationsIn(history, refusals, room)).toEqual([]);
  // The run must contain refusals and overbooked claims.
  expect(refusals).not.toEqual([]);
  expect(history.some(({ taken }) => taken.some(({ overbooked }) => overbooked))).toBe(true);
  const { unknown, overbooked } = answersIn(history, operations);
  expect(unknown).toEqual([]);
  const hasShrunk = history.some(({ capacities }) => capacities.length > 0);
  if (!hasShrunk) expect(overbooked).toEqual([]);
  return history;
}

function outcomeOf({ reply: { status, body } }: Operation): string {
  return body.code === undefined ? `${status}` : `${status} ${body.code}`;
}

/** Returns the versions in responses that were never committed, and the bookings without force that have overbooked claims. */
function answersIn(
  history: readonly PastTransaction[],
  operations: readonly Operation[],
): { unknown: string[]; overbooked: string[] } {
  const byVersion = new Map(
    history.flatMap((transaction) =>
      transaction.appointments.map(({ id, version }): [string, PastTransaction] => [
        `${id} ${version}`,
        transaction,
      ]),
    ),
  );
  const answered = operations.flatMap(({ name, reply: { status, body } }) =>
    // The recorded history does not contain the versions of blocks.
    status > 201 || name === "block" || body.data?.version === undefined
      ? []
      : [{ name, version: `${body.data.id} ${body.data.version}` }],
  );
  return {
    unknown: answered.map(({ version }) => version).filter((version) => !byVersion.has(version)),
    overbooked: answered
      .filter(
        ({ name, version }) =>
          name === "book" && byVersion.get(version)?.taken.some(({ overbooked }) => overbooked),
      )
      .map(({ version }) => version),
  };
}
