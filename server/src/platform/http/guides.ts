import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { ApiError } from "../../kernel/errors.ts";
import { type Compressed, compressed, sendCompressed } from "./compressed.ts";
import { GUIDES_PATH } from "./errorHelp.ts";
import { type GuideMarkup, renderGuide } from "./guideMarkup.ts";
import { GUIDE_STYLE } from "./guideStyle.ts";
import { html, type Markup } from "./markup.ts";
import { pagePolicy } from "./pagePolicy.ts";
import { documentationHeader } from "./referenceHeader.ts";

const FOLDER = fileURLToPath(new URL("../../../../docs/guides", import.meta.url));

/** The order of the guides, with the section titles of the list. */
const SECTIONS: readonly { readonly title: string; readonly names: readonly string[] }[] = [
  { title: "First steps", names: ["start", "authentication", "errors", "paging", "idempotency", "webhooks"] },
  { title: "Values", names: ["time-and-zones", "money"] },
  { title: "Your integration", names: ["testing", "generated-clients", "mcp", "moving", "importing"] },
  { title: "Other platforms", names: ["zapier", "make", "n8n", "embedding", "kiosk"] },
];

/** Mounts the guides of `docs/guides` as pages below `/docs/guides`. The first request renders all guides. */
export function guideRoutes(app: FastifyInstance): void {
  let pages: ReadonlyMap<string, Compressed> | undefined;
  // The icon is an empty `data:` URL, so that browsers do not request an icon.
  const policy = `${pagePolicy({ style: GUIDE_STYLE, hasForm: false })}; img-src data:`;
  app.get(GUIDES_PATH, (_request, reply) => reply.redirect(`${GUIDES_PATH}/start`));
  app.get<{ Params: { name: string } }>(`${GUIDES_PATH}/:name`, (request, reply) => {
    pages ??= guidePages();
    const page = pages.get(request.params.name);
    if (page === undefined) throw new ApiError("not_found", "There is no such guide.");
    reply.header("content-type", "text/html; charset=utf-8").header("content-security-policy", policy);
    return sendCompressed(request, reply, page);
  });
}

function guidePages(): Map<string, Compressed> {
  const files = new Set(readdirSync(FOLDER));
  const pageOf = (file: string) =>
    files.has(file) ? `${GUIDES_PATH}/${file.replace(/\.md$/, "")}` : undefined;
  const names = SECTIONS.flatMap((section) => section.names).filter((name) => files.has(`${name}.md`));
  const guides = new Map(
    names.map((name) => [name, renderGuide(readFileSync(`${FOLDER}/${name}.md`, "utf8"), pageOf)]),
  );
  return new Map([...guides].map(([name, guide]) => [name, compressed(pageFor(name, guide, guides))]));
}

function pageFor(name: string, guide: GuideMarkup, guides: ReadonlyMap<string, GuideMarkup>): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${guide.title} · Daybook API</title>
<link rel="icon" href="data:,">
<style>${{ markup: GUIDE_STYLE }}</style>
</head>
<body>
${documentationHeader("guides")}
<div class="columns">
<nav class="guides" aria-label="Guides">${SECTIONS.map((section) => listOf(section, name, guides))}</nav>
<main>
<h1>${guide.title}</h1>
${contentsOf(guide)}
${{ markup: guide.html }}
</main>
</div>
</body>
</html>
`;
  return page.markup;
}

function listOf(
  { title, names }: (typeof SECTIONS)[number],
  current: string,
  guides: ReadonlyMap<string, GuideMarkup>,
): Markup {
  const items = names.flatMap((name) => {
    const guide = guides.get(name);
    if (guide === undefined) return [];
    const state = name === current ? html` aria-current="page"` : html``;
    return [html`<li><a href="${GUIDES_PATH}/${name}"${state}>${shortTitle(guide.title)}</a></li>`];
  });
  return html`<h2>${title}</h2><ul>${items}</ul>`;
}

/** Returns the title before the colon: "Start: from a clone to a webhook" becomes "Start" in the list. */
function shortTitle(title: string): string {
  return (title.split(":")[0] ?? title).replace(/^Daybook with the generic modules of /, "");
}

function contentsOf({ headings }: GuideMarkup): Markup {
  if (headings.length < 3) return html``;
  const items = headings.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`);
  return html`<nav class="contents" aria-label="On this page"><ul>${items}</ul></nav>`;
}
