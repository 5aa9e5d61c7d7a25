import { expect, test } from "vitest";
import { kindsOf } from "./requirements.ts";

test("the fields that Stripe asks for are named once by their kind", () => {
  expect(
    kindsOf([
      "individual.dob.day",
      "individual.dob.month",
      "external_account",
      "tos_acceptance.date",
      "new_field",
    ]),
  ).toEqual(["identity", "bankAccount", "terms", "other"]);
  expect(kindsOf([])).toEqual([]);
});
