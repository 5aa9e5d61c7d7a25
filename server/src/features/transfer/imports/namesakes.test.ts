import fc from "fast-check";
import { expect, test } from "vitest";
import { Namesakes, type Person } from "./namesakes.ts";

const oneOf = (...values: string[]) => fc.option(fc.constantFrom(...values));
const anyone = fc.record({
  externalId: oneOf("1", "2"),
  email: oneOf("ada@example.com", "Ada@Example.com", "eve@example.com"),
  phone: oneOf("+491511", "+491512"),
});

/** Returns whether two people with the same name are the same client, by the rules in decide.ts. */
function isSame(one: Person, other: Omit<Person, "clientId">): boolean {
  if (one.phone !== null && one.phone === other.phone) return true;
  if (one.email !== null && one.email.toLowerCase() === other.email?.toLowerCase()) return true;
  const isNameOnly = [one.phone, one.email, other.phone, other.email].every((contact) => contact === null);
  return isNameOnly && (one.externalId === null || other.externalId === null);
}

test("namesakes are found like by comparing a person with each of them, the first one first", () => {
  fc.assert(
    fc.property(fc.array(anyone, { maxLength: 8 }), anyone, (all, wanted) => {
      const people = all.map((each, index) => ({ ...each, clientId: `${index}` }));
      const namesakes = new Namesakes();
      for (const person of people) namesakes.add(person);
      const found = people.find((each) => isSame(each, wanted))?.clientId;
      expect(namesakes.sameAs(wanted)).toBe(found);
    }),
  );
});

test("of some clients, the first one who has the name is found, whether they are fewer than the namesakes or more", () => {
  const namesakes = new Namesakes();
  for (const clientId of ["a", "b", "c"])
    namesakes.add({ clientId, externalId: null, email: null, phone: null });
  expect(namesakes.oneOf(new Set(["x", "c", "b"]))).toBe("b");
  expect(namesakes.oneOf(new Set(["c", "x", "y", "z", "b"]))).toBe("b");
  expect(namesakes.oneOf(new Set(["x"]))).toBeUndefined();
  expect(namesakes.oneOf(new Set())).toBeUndefined();
});
