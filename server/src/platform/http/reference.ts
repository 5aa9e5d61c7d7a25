import type { FastifyInstance } from "fastify";
import { compressed, sendCompressed } from "./compressed.ts";
import { compressedInWorker } from "./compressedInWorker.ts";

/** Scalar's settings. All features that send data to other servers are off (decision 33). */
const SETTINGS = {
  url: "/api/v1/openapi.json",
  withDefaultFonts: false,
  // Every operation shows its schemas. A list of all models would add a quarter to the time until the page is usable.
  hideModels: true,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: "never",
  persistAuth: false,
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

const PAGE = compressed(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Daybook API</title>
<link rel="icon" href="data:,">
<link rel="preload" href="/api/v1/openapi.json" as="fetch" crossorigin="anonymous">
</head>
<body>
<div id="app"></div>
<noscript>This page needs JavaScript. The description is also a file: <a href="/api/v1/openapi.json">openapi.json</a></noscript>
<script src="/docs/scalar.js"></script>
</body>
</html>
`);

const START = `Scalar.createApiReference("#app", ${JSON.stringify(SETTINGS)});`;

/** Mounts the reference page at `/docs`, which Scalar renders from the published description in the browser. */
export function referenceRoutes(app: FastifyInstance): void {
  // Scalar's script (4 MB, 1.3 MB compressed), followed by the call that starts it. A worker produces it, so that the 20 MB of memory for
  // the package are not used in the server's thread.
  const script = compressedInWorker(new URL("./referenceScript.ts", import.meta.url), START);
  app.get("/docs", (request, reply) => {
    reply.header("content-type", "text/html; charset=utf-8").header("content-security-policy", POLICY);
    return sendCompressed(request, reply, PAGE);
  });
  app.get("/docs/scalar.js", async (request, reply) => {
    const loaded = await script();
    reply.header("content-type", "text/javascript; charset=utf-8");
    return sendCompressed(request, reply, loaded);
  });
}
