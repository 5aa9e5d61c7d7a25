import { TOKENS_CSS } from "@daybook/tokens";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "../../kernel/errors.ts";
import { type Compressed, compressed, sendCompressed } from "./compressed.ts";
import type { EventShape } from "./eventShapes.ts";
import { madeInWorker } from "./madeInWorker.ts";
import { html } from "./markup.ts";
import { pagePolicy } from "./pagePolicy.ts";
import { WEBHOOKS_TAG } from "./publishedEvents.ts";
import { DOCS_PATH, documentationHeader } from "./referenceHeader.ts";
import { type ListedOperation, OVERVIEW_SCRIPT, OVERVIEW_STYLE, overviewPage } from "./referenceOverview.ts";
import { slugOf } from "./referenceParts.ts";
import { API_PREFIX } from "./route.ts";

/** Scalar's settings. All features that send data to other servers are off (decision 33). */
const SETTINGS = {
  withDefaultFonts: false,
  // The list of schemas is hidden, because every operation shows its own schemas.
  hideModels: true,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: "never",
  // Scalar stores the key under this name, so that all pages of the reference use it. See referenceScript.ts for the storage.
  persistAuth: true,
  slug: "daybook",
  documentDownloadType: "direct",
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  // Only the samples for curl, fetch (JavaScript and TypeScript), Python (requests) and Go are shown.
  hiddenClients: {
    ...{
      c: true,
      clojure: true,
      csharp: true,
      dart: true,
      fsharp: true,
      http: true,
      java: true,
      julia: true,
      kotlin: true,
    },
    ...{ node: true, objc: true, ocaml: true, php: true, powershell: true, r: true, ruby: true, rust: true },
    ...{ swift: true, shell: ["wget", "httpie"], js: ["axios", "ofetch", "jquery", "xhr"] },
    python: ["python3", "httpx_sync", "httpx_async", "aiohttp"],
  },
} as const;

/**
 * Inline styles are allowed, because Scalar sets style attributes, which a hash or nonce cannot allow. Scripts and requests are limited
 * to this server. `data:` is for the icons in Scalar's style sheet.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const OVERVIEW_POLICY = `${pagePolicy({ style: OVERVIEW_STYLE, script: OVERVIEW_SCRIPT, hasForm: false })}; img-src data:`;

/** The style of the reference pages. Scalar's sticky parts start below the header. */
const STYLE = `${TOKENS_CSS}:root { --page: #fff; --text: #1b1b1b; --scalar-custom-header-height: 3rem; }
@media (prefers-color-scheme: dark) { :root { --page: #0f0f0f; --text: #ececec; } }
body { background: var(--page); color: var(--text); margin: 0; }
body > header { align-items: center; background: var(--page); border-bottom: 1px solid var(--line); box-sizing: border-box; display: flex; font: 1rem/1.6 system-ui, sans-serif; gap: 2rem; height: 3rem; padding: 0 1.5rem; position: sticky; top: 0; z-index: 10; }
body > header a { color: inherit; text-decoration: none; }
body > header .home { font-weight: 700; white-space: nowrap; }
body > header nav { display: flex; gap: 1.25rem; }
body > header [aria-current] { border-bottom: 2px solid var(--go); }
@media (max-width: 30rem) { body > header { gap: 1rem; padding: 0 1rem; } body > header nav { gap: .8rem; } }
`;

/** Returns a page on which Scalar shows the description of one tag, or the whole description. */
function pageOf(slug: string): string {
  const url = slug === ALL ? WHOLE_PATH : `${DESCRIPTIONS_PATH}/${slug}`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Daybook API</title>
<link rel="icon" href="data:,">
<link rel="preload" href="${url}" as="fetch" crossorigin="anonymous">
<style>${{ markup: STYLE }}</style>
</head>
<body>
${documentationHeader("reference")}
<div id="app" data-description="${url}"></div>
<noscript>This page needs JavaScript. The description is also a file: <a href="${url}">OpenAPI 3.1</a></noscript>
<script src="${SCRIPT_PATH}"></script>
</body>
</html>
`.markup;
}

const START = `{
  const app = document.getElementById("app");
  const generateOperationSlug = ({ operationId }) => operationId;
  Scalar.createApiReference(app, { ...${JSON.stringify(SETTINGS)}, url: app.dataset.description, generateOperationSlug });
}`;

const WHOLE_PATH = `${API_PREFIX}/openapi.json`;
const DESCRIPTIONS_PATH = `${DOCS_PATH}/descriptions`;
const SCRIPT_PATH = `${DOCS_PATH}/scalar.js`;
/** The slug of the page with all operations. */
const ALL = "all";

/** The published description as a whole, and the description of each tag by its slug. */
export interface Descriptions {
  readonly whole: Compressed;
  readonly parts: Readonly<Record<string, Compressed>>;
}

/**
 * Mounts the reference: an overview of all operations with a search at `/docs`, and below it a page for each tag, which Scalar renders
 * from the description of the tag in the browser.
 */
export function referenceRoutes(
  app: FastifyInstance,
  given: {
    readonly operations: readonly ListedOperation[];
    readonly events: readonly EventShape[];
    readonly descriptions: () => Promise<Descriptions>;
  },
): void {
  const { operations, events, descriptions } = given;
  // Scalar's script (4 MB, 1.3 MB compressed), followed by the call that starts it. A worker produces it, so that the 20 MB of memory for
  // the package are not used in the server's thread.
  const script = madeInWorker<Compressed>(new URL("./referenceScript.ts", import.meta.url), START);
  const slugs = new Set([...operations.map(({ tag }) => slugOf(tag)), slugOf(WEBHOOKS_TAG), ALL]);
  const pages = new Map<string, Compressed>();
  const send = (request: FastifyRequest, reply: FastifyReply, slug: string, make: () => string) => {
    const page = pages.get(slug) ?? compressed(make());
    pages.set(slug, page);
    reply.header("content-type", "text/html; charset=utf-8");
    return sendCompressed(request, reply, page);
  };
  app.get(DOCS_PATH, (request, reply) => {
    // The reference is generated early, because readers usually open an operation next. A later request reports any error.
    void Promise.allSettled([descriptions(), script()]);
    reply.header("content-security-policy", OVERVIEW_POLICY);
    return send(request, reply, "", () => overviewPage(operations, events));
  });
  app.get<{ Params: { slug: string } }>(`${DOCS_PATH}/reference/:slug`, (request, reply) => {
    const { slug } = request.params;
    if (!slugs.has(slug)) throw new ApiError("not_found", "There is no such section.");
    reply.header("content-security-policy", POLICY);
    return send(request, reply, slug, () => pageOf(slug));
  });
  app.get<{ Params: { slug: string } }>(`${DESCRIPTIONS_PATH}/:slug`, async (request, reply) => {
    const { slug } = request.params;
    const part = slugs.has(slug) ? (await descriptions()).parts[slug] : undefined;
    if (part === undefined) throw new ApiError("not_found", "There is no such section.");
    reply.header("content-type", "application/json; charset=utf-8");
    return sendCompressed(request, reply, part);
  });
  app.get(SCRIPT_PATH, async (request, reply) => {
    const loaded = await script();
    reply.header("content-type", "text/javascript; charset=utf-8");
    return sendCompressed(request, reply, loaded);
  });
}
