import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A code block of a guide with the output that the guide shows after it. */
export interface Step {
  /** `sh` runs in one shell for all blocks of the guide. `file` is saved under `name`. */
  readonly kind: "sh" | "file";
  readonly name: string;
  readonly code: string;
  readonly shown: readonly Shown[];
}

/** The output that a guide shows for a block: lines of text, or JSON. The real JSON may contain more fields. */
export interface Shown {
  readonly kind: "json" | "text";
  readonly text: string;
}

export const FOLDER = join(import.meta.dirname, "..", "..", "..", "docs", "guides");

/** Reads the code blocks of a guide. Throws for a block of an unknown kind. */
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

/** Whether a value contains at least the shown fields and items. "…" matches any value. */
export function hasShown(value: unknown, shown: unknown): boolean {
  if (shown === "…") return value !== undefined;
  if (shown === null || typeof shown !== "object") return value === shown;
  if (value === null || typeof value !== "object") return false;
  if (Array.isArray(shown) !== Array.isArray(value)) return false;
  return Object.entries(shown).every(([name, one]) =>
    hasShown((value as Record<string, unknown>)[name], one),
  );
}
