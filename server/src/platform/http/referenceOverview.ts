import { GUIDES_PATH } from "./errorHelp.ts";
import type { EventShape } from "./eventShapes.ts";
import { GUIDE_STYLE } from "./guideStyle.ts";
import { html, type Markup } from "./markup.ts";
import { WEBHOOKS_TAG } from "./publishedEvents.ts";
import { tagged } from "./publishedTags.ts";
import { documentationHeader, pathOfPart } from "./referenceHeader.ts";
import { slugOf } from "./referenceParts.ts";

/** The properties of an operation that the overview shows. */
export interface ListedOperation {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly tag: string;
}

export const OVERVIEW_STYLE = `${GUIDE_STYLE}
.search { margin: 0 0 1rem; }
.search label { display: block; font-weight: 600; margin: 0 0 .35rem; }
.search input { background: var(--page); border: 1px solid var(--line); border-radius: var(--radius); color: inherit; font: inherit; min-height: 2.75rem; padding: .4rem .9rem; width: 100%; }
.search p { font-size: .9rem; margin: .35rem 0 0; opacity: .8; }
main section { scroll-margin-top: 4.5rem; }
.operations { list-style: none; margin: 0 0 1rem; padding: 0; }
.operations li { border-bottom: 1px solid var(--line); margin: 0; }
.operations a { display: grid; gap: 0 .9rem; grid-template-columns: 3.6rem minmax(0, 1fr); padding: .5rem 0; text-decoration: none; }
.operations a:hover { background: var(--soft); }
.operations b, .operations small { font: .8rem/1.9 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.operations b { font-weight: 700; }
.operations small { display: block; line-height: 1.4; opacity: .8; }
[hidden] { display: none !important; }
`;

/** Hides the operations that do not contain all words of the search. "/" focuses the search, Enter opens the first result. */
export const OVERVIEW_SCRIPT = `const input = document.querySelector("input");
const status = document.querySelector("[role=status]");
const all = [...document.querySelectorAll(".operations li")].map((row) => ({ row, text: row.textContent.toLowerCase() }));
const sections = [...document.querySelectorAll("main section")];
function search() {
  const words = input.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let count = 0;
  for (const { row, text } of all) {
    row.hidden = !words.every((word) => text.includes(word));
    if (!row.hidden) count++;
  }
  for (const section of sections) section.hidden = section.querySelector("li:not([hidden])") === null;
  status.textContent = count + (count === 1 ? " result" : " results");
}
input.addEventListener("input", search);
input.addEventListener("keydown", ({ key }) => {
  if (key === "Enter") document.querySelector(".operations li:not([hidden]) a")?.click();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target === input) return;
  event.preventDefault();
  input.focus();
});
if (input.value) search();
`;

/** Tags that programs with an API key do not need, so they come last in the list. */
const LAST_TAGS = ["Kiosks", "Public", "Signing in"];

/** Returns the page that lists all operations by tag, with a search. Each operation links to its tag's reference. */
export function overviewPage(operations: readonly ListedOperation[], events: readonly EventShape[]): string {
  const tags = [...new Set(operations.map(({ tag }) => tag))].sort(
    (one, other) => LAST_TAGS.indexOf(one) - LAST_TAGS.indexOf(other),
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Daybook API</title>
<link rel="icon" href="data:,">
<style>${{ markup: OVERVIEW_STYLE }}</style>
</head>
<body>
${documentationHeader("reference")}
<div class="columns">
<nav class="guides" aria-label="Resources"><h2>Resources</h2><ul>${[...tags, WEBHOOKS_TAG].map(
    (tag) => html`<li><a href="#${slugOf(tag)}">${tag}</a></li>`,
  )}</ul></nav>
<main>
<h1>Daybook API</h1>
<p>JSON over HTTP, below <code>/api/v1</code>. Send an API key of the business with every request: <code>Authorization: Bearer dbk_…</code>.
<a href="${GUIDES_PATH}/start">Start</a> leads to a first request in three minutes; the other guides explain <a href="${GUIDES_PATH}/authentication">authentication</a>,
<a href="${GUIDES_PATH}/errors">errors</a>, <a href="${GUIDES_PATH}/paging">lists</a>, <a href="${GUIDES_PATH}/idempotency">repeated requests</a> and <a href="${GUIDES_PATH}/webhooks">webhooks</a>.</p>
<p>Each operation has its parameters, responses, samples for curl, JavaScript, Python and Go, and requests with your own key. They are also <a href="${pathOfPart("all")}">on one page</a>, which starts more slowly.</p>
<div class="search"><label for="search">Search operations</label><input id="search" type="search" autocomplete="off" placeholder="For example: reschedule, refund, /webhooks"><p role="status">${operations.length} operations, ${events.length} events</p></div>
${tags.map((tag) => sectionOf(tag, operations.filter((operation) => operation.tag === tag).map(operationRow)))}
${sectionOf(WEBHOOKS_TAG, events.map(eventRow))}
</main>
</div>
<script>${{ markup: OVERVIEW_SCRIPT }}</script>
</body>
</html>
`.markup;
}

function sectionOf(tag: string, rows: readonly Markup[]): Markup {
  const { description = "" } = tagged(tag);
  const [sentences = ""] = String(description).split("\n\n");
  return html`<section id="${slugOf(tag)}"><h2><a href="${pathOfPart(slugOf(tag))}">${tag}</a></h2><p>${sentences.replaceAll("`", "")}</p><ul class="operations">${rows}</ul></section>
`;
}

function operationRow({ method, path, operationId, summary, tag }: ListedOperation): Markup {
  const shown = path.replaceAll(/:(\w+)/g, "{$1}");
  const target = `${pathOfPart(slugOf(tag))}#tag/${slugOf(tag)}/${operationId}`;
  return html`<li><a href="${target}"><b>${method}</b><span>${summary}<small>${shown}</small></span></a></li>`;
}

function eventRow({ type, summary }: EventShape): Markup {
  return html`<li><a href="${pathOfPart(slugOf(WEBHOOKS_TAG))}"><b>EVENT</b><span>${summary}<small>${type}</small></span></a></li>`;
}
