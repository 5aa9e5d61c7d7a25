import { expect, test } from "vitest";
import { hashPassword, isPassword } from "./passwords.ts";

test("a password matches its hash and no other does", async () => {
  const kept = await hashPassword("correct horse 🐎");
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(await isPassword("correct horse 🐎", kept)).toBe(true);
  expect(await isPassword("correct horse", kept)).toBe(false);
});

test("two hashes of one password differ", async () => {
  expect(await hashPassword("correct horse")).not.toBe(await hashPassword("correct horse"));
});

test("composed and decomposed letters are the same password", async () => {
  expect(await isPassword("Schlu\u0308ssel", await hashPassword("Schl\u00fcssel"))).toBe(true);
});

test("a hash keeps its own cost, and one of another form matches nothing", async () => {
  // The command line tool of the reference implementation created this hash: argon2 somesalt -id -t 2 -k 65536 -p 1 -e
  const reference = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
  expect(await isPassword("password", reference)).toBe(true);
  for (const kept of ["", "password", "$2b$10$abc", reference.replace("argon2id", "argon2i")])
    expect(await isPassword("password", kept)).toBe(false);
});
