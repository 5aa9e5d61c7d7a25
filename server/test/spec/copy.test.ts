import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { RECORDS_FILE, ROWS_FILE, tableLines } from "./tables.ts";

/**
 * The folder of the original specification and contract, next to the repository. Without the folder, the tests are skipped.
 */
const given = join(import.meta.dirname, "..", "..", "..", "..", "shared");
const specification = join(given, "spec.md");
const contract = join(given, "contract.md");

test.runIf(existsSync(specification))("rows.md repeats the specification's tables word for word", () => {
  const [copied, original] = [ROWS_FILE, specification].map((file) => readFileSync(file, "utf8"));
  for (const chapter of [2, 4, 7, 8]) {
    const lines = tableLines(String(original), chapter);
    expect(lines.length, `section ${chapter}`).toBeGreaterThan(5);
    expect(tableLines(String(copied), chapter), `section ${chapter}`).toEqual(lines);
  }
});

test.runIf(existsSync(contract))(
  "records.md repeats the contract's records and error codes word for word",
  () => {
    const copied = readFileSync(RECORDS_FILE, "utf8");
    const original = readFileSync(contract, "utf8");
    const [records, availability] = original.match(/```jsonc\n.*?```/gs) ?? [];
    const codes = /### Error codes\n\n((?:\|.*\n)+)/.exec(original)?.[1];
    for (const part of [records, availability, codes]) {
      expect(part?.length).toBeGreaterThan(100);
      expect(copied).toContain(part?.trim());
    }
  },
);
