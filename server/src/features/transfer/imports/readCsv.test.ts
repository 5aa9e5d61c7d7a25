import { expect, test } from "vitest";
import { uploadedFileOf } from "../../../../test/fixtures/uploadedFile.ts";
import { readFile } from "./upload.ts";

const read = (text: string) => readFile(uploadedFileOf(Buffer.from(text)));
const refusedWith = async (text: string) =>
  (await read(text).catch((error) => error))?.details?.fields ?? "not refused";

test("a file with more separators than 20,000 rows of 100 columns have is refused", async () => {
  const path = "/file";
  expect(await refusedWith(`${",".repeat(150)}1\n`.repeat(15_000))).toEqual([
    { path, message: "must have at most 2000000 column separators, including those in quotes" },
  ]);
});

test.each([
  ["one row of a million cells", ",12".repeat(1_000_000)],
  ["a row after the header that never ends", `name\n${"x".repeat(700_000)}`],
])("%s is refused without being kept in memory", async (_, text) => {
  expect(await refusedWith(text)).toEqual([
    { path: "/file", message: "must not have rows of more than 524288 bytes" },
  ]);
});

test("empty rows, as spreadsheet programs save below the last one, are skipped", async () => {
  const empty = `${",".repeat(99)}\n`.repeat(10_000);
  const { columns, rows } = await read(`name,phone\n\nAda,0151\n${empty}Bob,0152\n \n`);
  expect({ columns, rows: rows.slice() }).toEqual({
    columns: ["name", "phone"],
    rows: [
      ["Ada", "0151"],
      ["Bob", "0152"],
    ],
  });
});
