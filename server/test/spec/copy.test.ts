import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { RECORDS_FILE, ROWS_FILE, tableLines } from "./tables.ts";

/** The specification and the contract as they were given, where they lie beside the project. */
const given = join(import.meta.dirname, "..", "..", "..", "..", "shared");
const specification = join(given, "spec.md");
const contract = join(given, "contract.md");

test.runIf(existsSync(specification))(
  "the tables that are walked are the specification's, word for word",
  () => {
    const [ours, theirs] = [ROWS_FILE, specification].map((file) => readFileSync(file, "utf8"));
    for (const chapter of [2, 4, 7, 8]) {
      const lines = tableLines(String(theirs), chapter);
      expect(lines.length, `section ${chapter}`).toBeGreaterThan(5);
      expect(tableLines(String(ours), chapter), `section ${chapter}`).toEqual(lines);
    }
  },
);

test.runIf(existsSync(contract))("the records and error codes are the contract's, word for word", () => {
  const ours = readFileSync(RECORDS_FILE, "utf8");
  const theirs = readFileSync(contract, "utf8");
  const [records, availability] = theirs.match(/```jsonc\n.*?```/gs) ?? [];
  const codes = /### Error codes\n\n((?:\|.*\n)+)/.exec(theirs)?.[1];
  for (const part of [records, availability, codes]) {
    expect(part?.length).toBeGreaterThan(100);
    expect(ours).toContain(part?.trim());
  }
});
