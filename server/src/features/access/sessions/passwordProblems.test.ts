import { expect, test } from "vitest";
import { passwordProblem } from "./passwordProblems.ts";

const owner = { email: "jana.lindner@example.com", name: "Jana Lindner" };

test.each(["password", "12345678", "PASSWORD", "Football", "iloveyou1", "ｐａｓｓｗｏｒｄ"])(
  "%s is refused as a common password",
  (password) => expect(passwordProblem(password, owner)).toContain("most common"),
);

test.each([
  "jana.lindner@example.com",
  "JANA.LINDNER",
  "Jana Lindner",
  "janalindner",
  "lindner-jana",
  "Lindner Jana",
])("%s is refused as the user's address or name", (password) =>
  expect(passwordProblem(password, owner)).toContain("address or the name"),
);

test.each(["correct horse battery", "jana lindner 1984!", "kxqzvbnt"])("%s is accepted", (password) =>
  expect(passwordProblem(password, owner)).toBeUndefined(),
);
