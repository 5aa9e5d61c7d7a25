import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const SOURCE_FOLDER = import.meta.dirname;
const sources = readdirSync(SOURCE_FOLDER, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  .map((file) => ({ file, text: readFileSync(join(SOURCE_FOLDER, file), "utf8") }));

const HOST_GLOBALS =
  /\b(process|Buffer|global|globalThis|require|__dirname|__filename|setTimeout|setInterval|setImmediate|queueMicrotask|fetch|console|performance|crypto|window|document|navigator|Intl|Date)\b/;

it("the engine imports only its own files and the time zone data, so that a browser can load it", () => {
  const imported = sources.flatMap(({ text }) =>
    [...text.matchAll(/(?:\bfrom|^import)\s+"([^"]+)"|\bimport\("([^"]+)"/gm)].map(
      ([, one, other]) => one ?? other,
    ),
  );
  const foreign = new Set(
    imported.filter((specifier) => !specifier?.startsWith("./") && !specifier?.startsWith("../")),
  );
  expect([...foreign]).toEqual(["moment-timezone/data/packed/latest.json"]);
});

it("the engine uses no global of Node or of a browser, no clock and no locale data", () => {
  const used = sources.flatMap(({ file, text }) => {
    const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|"[^"\n]*"|`[^`]*`/g, "");
    const found = HOST_GLOBALS.exec(code);
    return found === null ? [] : [`${file}: ${found[0]}`];
  });
  expect(used).toEqual([]);
});
