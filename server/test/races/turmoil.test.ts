import { afterEach, describe, expect, test } from "vitest";
import { rounds } from "../fullRun.ts";
import { loosePagesOf } from "./evening.ts";
import { type House, houses } from "./fixture.ts";
import { keepHistory, type PastTransaction, readHistory } from "./history.ts";
import { wrongsOf } from "./judgement.ts";
import { changeCapacity, fallIll } from "./manager.ts";
import { crowded, everything, units } from "./mixes.ts";
import { outdatedAnswers } from "./outdated.ts";
import { overlapsOf } from "./overlaps.ts";
import { type Deed, refusalsAmong, turmoil } from "./turmoil.ts";

const allowed: ReadonlySet<string> = new Set([
  "200",
  "201",
  "409 time_conflict",
  "409 invalid_transition",
  "404 not_found",
]);

describe.each(houses)("$name", ({ open }) => {
  let house: House;

  afterEach(async () => {
    expect(await house.close()).toBe(0);
  }, 60_000);

  test.each([
    { what: "block, force, cancel, move, swap and undo against book", mix: everything, seed: 4 },
    { what: "overbooked time and visits that come and go on two members", mix: crowded, seed: 8 },
    { what: "a room for three, recoloured under the crowd", mix: units, seed: 5 },
  ])(
    "$what: the books are right at every moment",
    async ({ mix, seed }) => {
      house = await open({ roomCapacity: 3, prepare: keepHistory });
      const meanwhile = fallIll(house, mix.members);
      const deeds = await turmoil(house, mix, { deedsEach: rounds(100), seed, meanwhile });
      const history = await judged(house, deeds);
      if (mix === units) expect(history.some(({ recoloured }) => recoloured.length > 0)).toBe(true);
    },
    240_000,
  );

  test("a room that shrinks and grows meanwhile is never given to more than it holds", async () => {
    house = await open({ roomCapacity: 3, prepare: keepHistory });
    const meanwhile = changeCapacity(house);
    const deeds = await turmoil(house, units, { deedsEach: rounds(60), seed: 6, meanwhile });
    await judged(house, deeds);
  }, 240_000);
});

async function judged(house: House, deeds: readonly Deed[]): Promise<PastTransaction[]> {
  const { connectionString, salon } = house;
  const strange = deeds.map(outcomeOf).filter((outcome) => !allowed.has(outcome));
  expect(strange, house.errors()).toEqual([]);
  expect(await outdatedAnswers(house)).toEqual([]);
  expect(await overlapsOf(connectionString)).toEqual([]);
  expect(await loosePagesOf(connectionString)).toEqual([]);
  const history = await readHistory(connectionString);
  const room = { id: salon.roomId, capacity: 3 };
  const refusals = refusalsAmong(deeds, room.id);
  expect(wrongsOf(history, refusals, room)).toEqual([]);
  // A turmoil in which nobody was refused, and nobody overbooked anything, would show nothing.
  expect(refusals).not.toEqual([]);
  expect(history.some(({ taken }) => taken.some(({ overbooked }) => overbooked))).toBe(true);
  const { unknown, overbooked } = answersIn(history, deeds);
  expect(unknown).toEqual([]);
  const hasShrunk = history.some(({ capacities }) => capacities.length > 0);
  if (!hasShrunk) expect(overbooked).toEqual([]);
  return history;
}

function outcomeOf({ reply: { status, body } }: Deed): string {
  return body.code === undefined ? `${status}` : `${status} ${body.code}`;
}

/** Versions that were answered: those that were never committed, and guarded bookings that were written as overbooked. */
function answersIn(
  history: readonly PastTransaction[],
  deeds: readonly Deed[],
): { unknown: string[]; overbooked: string[] } {
  const byVersion = new Map(
    history.flatMap((transaction) =>
      transaction.visits.map(({ id, version }): [string, PastTransaction] => [
        `${id} ${version}`,
        transaction,
      ]),
    ),
  );
  const answered = deeds.flatMap(({ name, reply: { status, body } }) =>
    status > 201 || body.data?.version === undefined
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
