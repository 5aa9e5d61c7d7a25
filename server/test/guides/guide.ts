import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A code block of a guide, and the answers that the guide shows after it. */
export interface Step {
  /** `sh` runs in a shell that all blocks of the guide share; `file` is saved under `name`. */
  readonly kind: "sh" | "file";
  readonly name: string;
  readonly code: string;
  readonly shown: readonly Shown[];
}

/** What a guide shows as the output of a block: JSON of which the answer has at least these fields, or lines of text. */
export interface Shown {
  readonly kind: "json" | "text";
  readonly text: string;
}

/** The folder of the guides. */
export const FOLDER = join(import.meta.dirname, "..", "..", "..", "docs", "guides");

/** Reads the code blocks of a guide. Throws for a block of which it does not know how to run it. */
export function stepsOf(guide: string): Step[] {
  const text = readFileSync(join(FOLDER, `${guide}.md`), "utf8");
  const steps: (Step & { shown: Shown[] })[] = [];
  for (const [, info = "", code = ""] of text.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)) {
    const [language, name] = info.split(" ");
    const last = steps.findLast(({ kind }) => kind === "sh");
    if (language === "sh") steps.push({ kind: "sh", name: "", code, shown: [] });
    else if (name !== undefined) steps.push({ kind: "file", name, code, shown: [] });
    else if ((language === "json" || language === "text") && last !== undefined)
      last.shown.push({ kind: language, text: code });
    else throw new Error(`${guide}.md has a block "${info}" that no test can run.`);
  }
  return steps;
}

/** Whether a value has at least what a guide shows: fewer fields and items may be shown, and "…" is any value. */
export function hasShown(value: unknown, shown: unknown): boolean {
  if (shown === "…") return value !== undefined;
  if (shown === null || typeof shown !== "object") return value === shown;
  if (value === null || typeof value !== "object") return false;
  if (Array.isArray(shown) !== Array.isArray(value)) return false;
  return Object.entries(shown).every(([name, one]) =>
    hasShown((value as Record<string, unknown>)[name], one),
  );
}
