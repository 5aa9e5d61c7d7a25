import { Marked, type Tokens } from "marked";

/** A heading of a guide, for its table of contents. */
export interface GuideHeading {
  readonly id: string;
  readonly text: string;
}

export interface GuideMarkup {
  readonly title: string;
  readonly headings: readonly GuideHeading[];
  /** HTML without the title. */
  readonly html: string;
}

/**
 * Renders the Markdown of a guide. Links to other guides become links to their pages. Links to files that the server does not serve
 * become text. If the first cell of a table row is only code, that code becomes the row's id, so that links can target one error code.
 */
export function renderGuide(markdown: string, pageOf: (file: string) => string | undefined): GuideMarkup {
  const headings: GuideHeading[] = [];
  let title = "";
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        if (depth === 1) {
          title = text;
          return "";
        }
        const id = anchorOf(text);
        if (depth === 2) headings.push({ id, text: text.replaceAll("`", "") });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const content = this.parser.parseInline(tokens);
        const target = targetOf(href, pageOf);
        return target === undefined ? content : `<a href="${escaped(target)}">${content}</a>`;
      },
      code({ text, lang = "" }: Tokens.Code) {
        const [language = "", file] = lang.split(" ");
        const label = file ?? LABELS[language] ?? language;
        // Keyboard users can scroll a block only if it can be focused.
        return `<figure><figcaption>${escaped(label)}</figcaption><pre tabindex="0"><code>${escaped(text)}</code></pre></figure>\n`;
      },
      table({ header, rows }: Tokens.Table) {
        const cells = (row: Tokens.TableCell[], tag: "th" | "td") =>
          row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join("");
        const body = rows.map((row) => `<tr${idOfRow(row)}>${cells(row, "td")}</tr>`);
        return `<div class="table"><table><thead><tr>${cells(header, "th")}</tr></thead><tbody>${body.join("")}</tbody></table></div>\n`;
      },
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escaped(text),
    },
  });
  const html = marked.parse(markdown, { async: false });
  return { title, headings, html };
}

/** Returns the same anchor for a heading as GitHub, so that a link works both on GitHub and on the server's page. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

const LABELS: Readonly<Record<string, string>> = {
  sh: "Shell",
  json: "Answer",
  text: "Output",
  http: "Request",
};

function idOfRow([first]: readonly Tokens.TableCell[]): string {
  const [only, ...others] = first?.tokens ?? [];
  return only?.type === "codespan" && others.length === 0 ? ` id="${escaped(String(only.text))}"` : "";
}

function targetOf(href: string, pageOf: (file: string) => string | undefined): string | undefined {
  if (/^https?:\/\//.test(href) || href.startsWith("#")) return href;
  const [file = "", anchor] = href.split("#");
  const page = pageOf(file);
  return page === undefined || anchor === undefined ? page : `${page}#${anchor}`;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
