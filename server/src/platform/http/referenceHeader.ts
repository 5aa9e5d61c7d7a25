import { GUIDES_PATH } from "./errorHelp.ts";
import { html, type Markup } from "./markup.ts";

/** The path of the reference's overview. */
export const DOCS_PATH = "/docs";

/** Returns the path of the reference of one tag, or of all operations for `all`. */
export function pathOfPart(slug: string): string {
  return `${DOCS_PATH}/reference/${slug}`;
}

const LINKS = [
  { name: "guides", label: "Guides", path: GUIDES_PATH },
  { name: "reference", label: "Reference", path: DOCS_PATH },
  { name: "description", label: "OpenAPI", path: "/api/v1/openapi.json" },
] as const;

/** Returns the header of all pages of the documentation. */
export function documentationHeader(current: "guides" | "reference"): Markup {
  const links = LINKS.map(
    ({ name, label, path }) =>
      html`<a href="${path}"${name === current ? html` aria-current="true"` : html``}>${label}</a>`,
  );
  return html`<header><a class="home" href="${DOCS_PATH}">Daybook API</a><nav aria-label="Documentation">${links}</nav></header>`;
}
