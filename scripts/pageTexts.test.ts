import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { textsOutsideCatalogue } from "./pageTexts.ts";

const root = dirname(import.meta.dirname);

test("every text that users read is in the catalogue", () => {
  const files = globSync("apps/*/src/**/*.tsx", { cwd: root });
  expect(files.length).toBeGreaterThan(10);
  expect(
    files.flatMap((path) => textsOutsideCatalogue(path, readFileSync(join(root, path), "utf8"))),
  ).toEqual([]);
});

test.each([
  ["text between tags", "<p>Hello {name}</p>"],
  ["an attribute", '<input placeholder="Search" />'],
  ["an attribute with an expression", '<Field label={isNew ? "New" : t("old")} />'],
  ["a literal between tags", '<p>{isNew && "New client"}</p>'],
  ["a template", "<p>{`\u0024{count} clients`}</p>"],
])("%s is found", (_name, jsx) => {
  expect(textsOutsideCatalogue("a.tsx", `export const a = ${jsx};`)).toHaveLength(1);
});

test("texts of the catalogue, names and other attributes are not", () => {
  const jsx =
    '<p className="wide" title={t("title")}>{t("hello", { name: "x" })} · Daybook <kbd>N</kbd> {`\u0024{a}–\u0024{b}`}</p>';
  expect(textsOutsideCatalogue("a.tsx", `export const a = ${jsx};`)).toEqual([]);
});
