import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { testDatabase } from "../../../test/fixtures/database.ts";
import { type Actor, asActor, asSystem, column, statement } from "./index.ts";

// The pool has one connection, so that a setting that remained after a transaction would affect the next transaction.
const database = await testDatabase({ poolSize: 1 });

const readActor = statement({
  name: "test_actor_told",
  columns: { actor: column.text },
  sql: "select coalesce(current_setting('daybook.actor', true), '') as actor",
});
const currentActor = () => database.transaction(async (tx) => (await tx.query(readActor, {}))[0]?.actor);
const actorOf = (request: string, address = "10.0.0.1"): Actor => ({ kind: "public", address, request });

test("a transaction has its actor, and the next one on the same connection does not", async () => {
  expect(await asActor(actorOf("one"), currentActor)).toBe(JSON.stringify(actorOf("one")));
  expect(await currentActor()).toBe("");
  expect((await database.query(readActor, {}))[0]?.actor).toBe("");
});

test("special characters in an actor are escaped", async () => {
  for (const text of ["'", "\\", "\\'", "'; select pg_sleep(9); --", "$1", "💩", "é\u00ff", '"', "E'\\x27'"])
    expect(await asActor(actorOf(text, text), currentActor)).toBe(JSON.stringify(actorOf(text, text)));
});

test("concurrent transactions keep their actors, also after awaiting", async () => {
  const names = Array.from({ length: 20 }, (_, each) => `request ${each}`);
  const seen = await Promise.all(names.map((name) => asActor(actorOf(name), currentActor)));
  expect(seen).toEqual(names.map((name) => JSON.stringify(actorOf(name))));
  const later = asActor(actorOf("later"), async () => {
    await pause(1);
    return currentActor();
  });
  expect(await later).toBe(JSON.stringify(actorOf("later")));
});

test("work started by asSystem has no actor, nor has the work it starts", async () => {
  const setOff = asActor(actorOf("waker"), () => asSystem(() => pause(1).then(currentActor)));
  expect(await setOff).toBe("");
});
