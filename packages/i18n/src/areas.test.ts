import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LANGUAGES, type Message, type Messages, translator } from "./index.ts";

const folder = join(import.meta.dirname, "areas");
const areas = readdirSync(folder);

async function messagesOf(area: string, language: string): Promise<Messages> {
  const file = (await import(join(folder, area, `${language}.ts`))) as { default: Messages };
  return file.default;
}

const textsOf = (message: Message | undefined) =>
  typeof message === "object" ? Object.values(message) : [message ?? ""];

/** Returns the parameters of all forms of a message. A form may omit `{count}`, such as "one appointment". */
const namesIn = (message: Message | undefined) =>
  [...new Set(textsOf(message).flatMap((text: string) => text.match(/\{\w+\}/g) ?? []))].sort();

test("there are areas", () => {
  expect(areas).toContain("shell");
});

describe.each(areas)("the area %s", (area) => {
  test("has every message in four languages, with the same names to fill in", async () => {
    const english = await messagesOf(area, "en");
    for (const language of LANGUAGES) {
      const messages = await messagesOf(area, language);
      expect(Object.keys(messages).sort(), language).toEqual(Object.keys(english).sort());
      for (const [key, message] of Object.entries(messages)) {
        expect(namesIn(message), `${language}: ${key}`).toEqual(namesIn(english[key]));
        expect(
          textsOf(message).every((text) => text.trim() === text && text !== ""),
          `${language}: ${key}`,
        ).toBe(true);
      }
    }
  });
});

const messages = {
  hello: "Hello {name}",
  found: { one: "{count} client", many: "{count} of clients", other: "{count} clients" },
} as const;

test("messages are filled in, and count as their language does", () => {
  const english = translator<typeof messages>(messages, "en");
  expect(english("hello", { name: "Zoë {count}" })).toBe("Hello Zoë {count}");
  expect([english("found", { count: 1 }), english("found", { count: 1200 })]).toEqual([
    "1 client",
    "1,200 clients",
  ]);
  const french = translator<typeof messages>(messages, "fr");
  const spaced = french("found", { count: 1_000_000 }).replaceAll("\u202f", " ");
  expect([french("found", { count: 0 }), spaced]).toEqual(["0 client", "1 000 000 of clients"]);
});

test("the spaces around French punctuation do not break", () => {
  const asked = { sure: "Annuler « {name} » ?", next: "Prochain : {time}" } as const;
  const french = translator<typeof asked>(asked, "fr");
  expect([french("sure", { name: "a : b" }), french("next", { time: "9:00" })]).toEqual([
    "Annuler «\u{A0}a : b\u{A0}»\u{A0}?",
    "Prochain\u{A0}: 9:00",
  ]);
  expect(translator<typeof asked>(asked, "es")("next", { time: "9:00" })).toBe("Prochain : 9:00");
});
