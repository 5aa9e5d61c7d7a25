/** HTML that `html` inserts unescaped. */
export interface Markup {
  readonly markup: string;
}

type Part = string | number | Markup | readonly Part[];

/** Builds HTML from a template, as in ``html`<p>${text}</p>` ``: escapes strings, inserts `Markup` unchanged and joins lists. */
export function html(pieces: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const written = pieces.map((piece, nth) => (nth === 0 ? piece : markupOf(parts[nth - 1] ?? "") + piece));
  return { markup: written.join("") };
}

function markupOf(part: Part): string {
  if (typeof part === "string" || typeof part === "number") return escaped(String(part));
  return "markup" in part ? part.markup : part.map(markupOf).join("");
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
