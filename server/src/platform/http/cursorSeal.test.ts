import { expect, test } from "vitest";
import { createCursorSeal } from "./cursorSeal.ts";

const SECRET = "a secret that every test may know";
const SCOPE = { operationId: "listClients", businessId: "0199", params: { client: "0200" } };
const POSITION = '["print","müller","zoë","0199"]';

test("a cursor is opened in every process with the secret, and is the same each time", () => {
  const cursor = createCursorSeal(SECRET).seal(SCOPE, POSITION);
  expect(createCursorSeal(SECRET).open(SCOPE, cursor)).toBe(POSITION);
  expect(createCursorSeal(SECRET).seal(SCOPE, POSITION)).toBe(cursor);
});

test("the order of path parameters and the case of the business id make no difference", () => {
  const seal = createCursorSeal(SECRET);
  const cursor = seal.seal({ ...SCOPE, businessId: "ab", params: { a: "1", b: "2" } }, POSITION);
  expect(seal.open({ ...SCOPE, businessId: "AB", params: { b: "2", a: "1" } }, cursor)).toBe(POSITION);
});

test("a cursor of another secret, operation, business or path is not opened", () => {
  const seal = createCursorSeal(SECRET);
  const cursor = seal.seal(SCOPE, POSITION);
  expect(createCursorSeal(`${SECRET}.`).open(SCOPE, cursor)).toBeNull();
  for (const other of [
    { ...SCOPE, operationId: "listStaffMembers" },
    { ...SCOPE, businessId: "0198" },
    { ...SCOPE, businessId: undefined },
    { ...SCOPE, params: { client: "0201" } },
    { ...SCOPE, params: {} },
  ])
    expect(seal.open(other, cursor)).toBeNull();
});

test("different positions share no part of their cursors", () => {
  const seal = createCursorSeal(SECRET);
  const cursors = Array.from({ length: 100 }, (_, index) => seal.seal(SCOPE, `["print",${index}]`));
  expect(new Set(cursors.map((cursor) => cursor.slice(0, 16))).size).toBe(100);
});
