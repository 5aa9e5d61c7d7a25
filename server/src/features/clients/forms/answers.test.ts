import { describe, expect, test } from "vitest";
import { FIELDS, pngOf } from "../../../../test/fixtures/formFixture.ts";
import { checkAnswers } from "./answers.ts";
import type { FormSubmissionInput } from "./formSchema.ts";
import { isPng } from "./pngImage.ts";
import type { Field } from "./templateSchema.ts";

const ALL: Field[] = Object.values(FIELDS).map((field) => ({
  id: field.id,
  type: field.type,
  label: field.label,
  options: "options" in field ? [...field.options] : [],
  required: false,
}));
const idOf = (name: keyof typeof FIELDS) => FIELDS[name].id;

/** Returns the result for a value that a client sent for one field of the form: the stored value, or the paths of the problems. */
function outcomeOf(name: keyof typeof FIELDS, value: unknown, required = false): unknown {
  const fields = ALL.map((field) => (field.id === idOf(name) ? { ...field, required } : field));
  const answers = [{ field_id: idOf(name), value }] as FormSubmissionInput["answers"];
  const { answers: kept, problems } = checkAnswers(fields, { answers });
  if (problems.length > 0) return problems.map(({ path, fieldId }) => [path, fieldId]);
  return kept.find((answer) => answer.field_id === idOf(name))?.value;
}

describe("an answer", () => {
  test.each<[keyof typeof FIELDS, unknown, unknown]>([
    ["allergies", "  Nuts ", "Nuts"],
    ["allergies", "💩".repeat(500), "💩".repeat(500)],
    ["story", "x".repeat(10_000), "x".repeat(10_000)],
    ["skin", "Dry", "Dry"],
    ["wishes", ["Tea", "Calm"], ["Calm", "Tea"]],
    ["pregnant", false, false],
    ["lastVisit", "2024-02-29", "2024-02-29"],
    ["consent", true, true],
    ["consent", false, false],
    // These values count as no answer.
    ["allergies", "   ", undefined],
    ["allergies", null, undefined],
    ["skin", "", undefined],
    ["wishes", [], undefined],
    ["pregnant", null, undefined],
  ])("%s takes %j", (name, value, kept) => {
    expect(outcomeOf(name, value)).toEqual(kept);
  });

  test.each<[keyof typeof FIELDS, unknown]>([
    ["allergies", "x".repeat(501)],
    ["allergies", true],
    ["allergies", ["Nuts"]],
    ["story", "x".repeat(10_001)],
    ["skin", "Red"],
    ["skin", "dry"],
    ["skin", true],
    ["skin", ["Dry"]],
    ["wishes", "Tea"],
    ["wishes", ["Tea", "Tea"]],
    ["wishes", ["Coffee"]],
    ["pregnant", "yes"],
    ["pregnant", "true"],
    ["lastVisit", "2023-02-29"],
    ["lastVisit", "29.03.2027"],
    ["lastVisit", "0000-01-01"],
    ["consent", "yes"],
  ])("%s refuses %j", (name, value) => {
    expect(outcomeOf(name, value)).toEqual([["/answers/0/value", idOf(name)]]);
  });

  test("is refused for an unknown, a repeated and a signature field", () => {
    const answers = [
      { field_id: "01977f6e-8a51-7c1e-9c0a-00000000ffff", value: "x" },
      { field_id: idOf("allergies"), value: "x" },
      { field_id: idOf("allergies").toUpperCase(), value: "y" },
      { field_id: idOf("signature"), value: true },
    ];
    expect(checkAnswers(ALL, { answers }).problems.map(({ path }) => path)).toEqual([
      "/answers/0/field_id",
      "/answers/2/field_id",
      "/answers/3/field_id",
    ]);
  });

  test.each<[keyof typeof FIELDS, unknown]>([
    ["allergies", " "],
    ["wishes", []],
    ["pregnant", null],
    ["consent", false],
    ["consent", null],
  ])("that is required refuses %s %j", (name, value) => {
    expect(outcomeOf(name, value, true)).toEqual([["/answers/0/value", idOf(name)]]);
  });

  test("is reported when it is required and missing", () => {
    const required = ALL.map((field) => ({ ...field, required: true }));
    const { problems } = checkAnswers(required, { answers: [] });
    expect(problems.map(({ fieldId }) => fieldId).sort()).toEqual(ALL.map(({ id }) => id).sort());
    expect(problems.map(({ path }) => path)).toEqual([...Array(7).fill("/answers"), "/signature_png"]);
  });

  test("is stored in the order of the fields with its label, and consents with their texts", () => {
    const answers = [
      { field_id: idOf("consent"), value: true },
      { field_id: idOf("allergies"), value: "Nuts" },
    ];
    const { answers: kept, consents } = checkAnswers(ALL, { answers });
    expect(kept).toEqual([
      { field_id: idOf("allergies"), label: "Any allergies?", type: "text", value: "Nuts" },
      { field_id: idOf("consent"), label: FIELDS.consent.label, type: "consent", value: true },
      { field_id: idOf("signature"), label: "Signature", type: "signature", value: false },
    ]);
    expect(consents).toEqual([FIELDS.consent.label]);
  });
});

describe("a drawn signature", () => {
  const sign = (text: string) => checkAnswers(ALL, { answers: [], signature_png: text });
  const png = pngOf(300, 100);

  test("is accepted in base64 with or without a data URL prefix, up to 200 KB", () => {
    expect(sign(png.toString("base64")).signaturePng).toEqual(png);
    const { signaturePng, answers } = sign(`data:image/png;base64,${png.toString("base64")}`);
    expect(signaturePng).toEqual(png);
    expect(answers.at(-1)).toMatchObject({ type: "signature", value: true });
    const room = 200 * 1024 - pngOf(1, 1, 1).length + 1;
    const largest = pngOf(1, 1, room);
    expect(largest).toHaveLength(200 * 1024);
    expect(sign(largest.toString("base64")).problems).toEqual([]);
    expect(sign(pngOf(1, 1, room + 1).toString("base64")).problems).toMatchObject([
      { path: "/signature_png", message: "must be an image of at most 204800 bytes" },
    ]);
  });

  test("must be exactly one valid PNG file", () => {
    expect(isPng(png)).toBe(true);
    const damaged = Buffer.from(png);
    damaged[40] = (damaged[40] ?? 0) ^ 1;
    const others: Record<string, Buffer> = {
      nothing: Buffer.alloc(0),
      "the first bytes alone": png.subarray(0, 8),
      "one that ends too early": png.subarray(0, -1),
      "one with something behind it": Buffer.concat([png, Buffer.from("<script>")]),
      "a damaged one": damaged,
      "one too large to unfold": pngOf(5000, 1),
      "a JPEG": Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0]),
      SVG: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
    };
    for (const [name, bytes] of Object.entries(others)) expect(isPng(bytes), name).toBe(false);
    for (let at = 0; at < png.length; at++) expect(isPng(png.subarray(0, at)), `${at} bytes`).toBe(false);
  });

  test.each([["not base64!"], ["AAAA"], ["data:image/svg+xml;base64,PHN2Zy8+"]])("is not %j", (text) => {
    expect(sign(text).problems).toMatchObject([{ path: "/signature_png", fieldId: idOf("signature") }]);
  });
});
