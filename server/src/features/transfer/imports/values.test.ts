import { describe, expect, test } from "vitest";
import { uploadedFileOf } from "../../../../test/fixtures/uploadedFile.ts";
import { PIECE_BYTES } from "./decodeFile.ts";
import { presetOf, suggestedTargets } from "./targets.ts";
import { readFile } from "./upload.ts";
import { dateIn, dateOrderOf, emailIn, lineOf, phoneIn, type Reading, yesNoIn } from "./values.ts";

/** Returns the value of a cell or the code of the problem. */
const value = (reading: Reading<unknown>) => ("value" in reading ? reading.value : reading.code);

describe("telephone numbers", () => {
  test.each([
    ["+44 7400 123456", "GB", "+447400123456"],
    ["447400123456", "GB", "+447400123456"],
    ["07400 123456", "GB", "+447400123456"],
    ["7400123456", "GB", "+447400123456"],
    ["+44 (0)7400 123456", "GB", "+447400123456"],
    ["0044 7400 123456", "GB", "+447400123456"],
    ["447400123456", "DE", "+447400123456"],
    ["15123456789", "DE", "+4915123456789"],
    ["'+49 151 23456789", "DE", "+4915123456789"],
    ["0151/234-567.89", "DE", "+4915123456789"],
    ["(415) 555-2671", "US", "+14155552671"],
    ["4155552671.0", "US", "+14155552671"],
    ["\u202a+49 30 5550123\u202c", "DE", "+49305550123"],
    ["", "GB", null],
    ["–", "GB", null],
    ["4.47401E+11", "GB", "rounded"],
    ["12", "GB", "not_a_phone"],
    ["call 2 times", "GB", "not_a_phone"],
  ])("%s in %s", (cell, country, expected) => {
    expect(value(phoneIn(cell, country))).toEqual(expected);
  });
});

describe("dates", () => {
  test.each([
    ["1990-04-03", "day_first", "1990-04-03"],
    ["03/04/1990", "day_first", "1990-04-03"],
    ["03/04/1990", "month_first", "1990-03-04"],
    ["3.4.90", "day_first", "1990-04-03"],
    ["3. 4. 2005", "day_first", "2005-04-03"],
    ["1990/04/03 00:00:00", "day_first", "1990-04-03"],
    ["1990-04-03T00:00:00.000Z", "day_first", "1990-04-03"],
    ["32966", "day_first", "1990-04-03"],
    ["32966.5", "day_first", "1990-04-03"],
    ["3 Apr 1990", "day_first", "1990-04-03"],
    ["April 3, 1990", "month_first", "1990-04-03"],
    ["", "day_first", null],
    ["31/02/1990", "day_first", "not_a_date"],
    ["soon", "day_first", "not_a_date"],
  ] as const)("%s, %s", (cell, order, expected) => {
    expect(value(dateIn(cell, order))).toEqual(expected);
  });

  test("a column tells whether the day or the month comes first", () => {
    expect(dateOrderOf(["", "03/04/1990", "25/12/1990"])).toBe("day_first");
    expect(dateOrderOf(["03/04/1990", "12/25/1990"])).toBe("month_first");
    expect(dateOrderOf(["03/04/1990", "1990-12-25"])).toBe(null);
  });
});

test("e-mail addresses, answers with yes and no, and lines", () => {
  expect(value(emailIn(" mailto:Ada@Example.com "))).toBe("Ada@Example.com");
  for (const wrong of ["ada@", "ada example.com", "a@b@c.com", "n/a", "ada@example"])
    expect(value(emailIn(wrong)), wrong).toEqual("not_an_email");
  for (const yes of ["Yes", "ja", "OUI", "Sí", "1", "TRUE"]) expect(value(yesNoIn(yes)), yes).toBe(true);
  for (const no of ["No", "nein", "0", "false", "-"]) expect(value(yesNoIn(no)), no).toBe(false);
  expect(value(yesNoIn(""))).toBe(null);
  expect(lineOf("  Ada\u00a0  \n Lovelace ")).toBe("Ada Lovelace");
});

const contentOf = async (bytes: Buffer) => {
  const { rows, ...file } = await readFile(uploadedFileOf(bytes));
  return { ...file, rows: rows.slice() };
};

describe("files", () => {
  const TEXT = 'Name;Note\r\n"Müller; Jürgen";"two\r\nlines"\r\n\r\n;\r\nŁukasz 💇;="007"\r\n';
  const utf16 = Buffer.from(TEXT, "utf16le");

  test.each([
    ["utf-8", Buffer.from(TEXT)],
    ["utf-8", Buffer.from(`\ufeff${TEXT}`)],
    ["utf-16le", Buffer.concat([Buffer.from([0xff, 0xfe]), utf16])],
    ["utf-16le", utf16],
    ["utf-16be", Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16).swap16()])],
  ])("in %s", async (encoding, bytes) => {
    expect(await contentOf(bytes)).toEqual({
      encoding,
      separator: ";",
      columns: ["Name", "Note"],
      rows: [
        ["Müller; Jürgen", "two\r\nlines"],
        ["Łukasz 💇", "007"],
      ],
    });
  });

  test("in Windows-1252, with tabs, and with the separator in the first line", async () => {
    const western = Buffer.from("Vorname\tNachname\nJürgen\tStraße\n", "latin1");
    const read = { encoding: "windows-1252", separator: "\t", rows: [["Jürgen", "Straße"]] };
    expect(await contentOf(western)).toMatchObject(read);
    expect(await contentOf(Buffer.from("sep=|\r\nA|B\r\n1|2,3,4\r\n"))).toMatchObject({
      separator: "|",
      rows: [["1", "2,3,4"]],
    });
  });

  test.each(["utf8", "utf16le"] as const)(
    "in %s keep an emoji on the border of two pieces",
    async (encoding) => {
      for (const before of [1, 2, 3, 4, 5, 6, 7, 8]) {
        const long = "x".repeat(
          PIECE_BYTES / (encoding === "utf8" ? 1 : 2) - before - "A\n\ufeff".length - 1,
        );
        const text = `\ufeffA\n${long.slice(0, 15_000)}\n${long.slice(15_000)}💇é\nz\n`;
        expect((await contentOf(Buffer.from(text, encoding))).rows).toEqual([
          [long.slice(0, 15_000)],
          [`${long.slice(15_000)}💇é`],
          ["z"],
        ]);
      }
    },
  );

  test("with an invalid byte far behind the beginning are not UTF-8", async () => {
    const bytes = Buffer.concat([
      Buffer.from(`A\n${"é\n".repeat(15_000)}`),
      Buffer.from("caf\xe9\n", "latin1"),
    ]);
    expect(await contentOf(bytes)).toMatchObject({ encoding: "windows-1252" });
    expect((await contentOf(bytes)).rows.at(-1)).toEqual(["café"]);
  });

  test("that cannot be imported are refused", async () => {
    const zip = Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0, 8, 0, 0]);
    await expect(contentOf(zip)).rejects.toThrow("text file");
    for (const text of ["", "Name\n", "A,B\n\n"])
      await expect(contentOf(Buffer.from(text))).rejects.toThrow(/file/);
    await expect(contentOf(Buffer.from(`A\n${"1\n".repeat(20_001)}`))).rejects.toThrow("at most 20000 rows");
    await expect(contentOf(Buffer.from('A,B\n"open,2\n'))).rejects.toThrow("must be valid CSV");
  });
});

test("columns of Fresha and Square, and of other programs in four languages, are recognised", () => {
  const fresha =
    "Client ID,First Name,Last Name,Email,Mobile Number,Telephone,Gender,Date of Birth,City,Note,Blocked,Added".split(
      ",",
    );
  expect(presetOf(fresha)).toBe("fresha");
  const fields = [{ id: "1", label: "Date of birth" }];
  expect(suggestedTargets(fresha, fields)).toEqual([
    "external_id",
    "first_name",
    "last_name",
    "email",
    "phone",
    "second_phone",
    null,
    "field:1",
    null,
    "note",
    "online_booking_blocked",
    null,
  ]);
  const square =
    "Square Customer ID,Reference ID,First Name,Last Name,Email Address,Phone Number,Birthday,Memo,Email Subscription Status".split(
      ",",
    );
  expect(presetOf(square)).toBe("square");
  expect(suggestedTargets(square, [])).toEqual([
    ...["external_id", null, "first_name", "last_name", "email", "phone", null, "note", null],
  ]);
  const german = ["Name", "Vorname", "Nachname", "E-Mail", "Telefon", "Notizen"];
  expect(presetOf(german)).toBe("other");
  expect(suggestedTargets(german, [])).toEqual([null, "first_name", "last_name", "email", "phone", "note"]);
});
