/** Text that is HTML already. Whatever else meets `html` is escaped. */
export interface Markup {
  readonly markup: string;
}

type Part = string | number | Markup | readonly Part[];

/** Writes HTML: ``html`<p>${text}</p>` `` escapes its texts, takes markup as it is, and lists one after the other. */
export function html(pieces: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const written = pieces.map((piece, nth) => (nth === 0 ? piece : markupOf(parts[nth - 1] ?? "") + piece));
  return { markup: written.join("") };
}

/** Prose as our descriptions write it: paragraphs with an empty line between, and words in `backticks`. */
export function prose(text: unknown): Markup {
  if (typeof text !== "string" || text === "") return html``;
  return html`${text.split("\n\n").map((paragraph) => html`<p>${words(paragraph)}</p>`)}`;
}

/** The same within a line. */
export function words(text: unknown): Markup {
  const spans = typeof text === "string" ? text.split("`") : [];
  return html`${spans.map((span, nth) => (nth % 2 === 1 ? html`<code>${span}</code>` : span))}`;
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
