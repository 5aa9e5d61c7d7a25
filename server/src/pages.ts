import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "./kernel/errors.ts";
import { compressed, sendCompressed } from "./platform/http/compressed.ts";

export interface PagesOptions {
  /** Returns whether the request has a valid session, which decides where `/` redirects to. */
  readonly isSignedIn: (request: FastifyRequest) => Promise<boolean>;
  /** The folder of the built business app; default: the build of this repository. */
  readonly folder?: string;
  /** The address of Vite's server, which serves the sources with hot reload (`npm run dev`). */
  readonly devServer?: string;
}

const BUILT = fileURLToPath(new URL("../../apps/web/dist", import.meta.url));

/**
 * The content security policy: all resources come from this server. Inline styles are allowed because Mantine writes its
 * variables into a style element and sizes into style attributes, which a hash cannot allow. All scripts are files of the
 * build. Photos are shown from `blob:` before they are uploaded.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/**
 * Mounts the business app at `/app`, and the redirect to it from `/`. Files in `assets` are immutable, because their names
 * contain a hash of their content.
 */
export async function pageRoutes(app: FastifyInstance, options: PagesOptions): Promise<void> {
  app.get("/", async (request, reply) =>
    reply
      .header("cache-control", "no-store")
      .redirect((await options.isSignedIn(request)) ? "/app" : "/app/sign-in"),
  );
  if (options.devServer !== undefined) return devRoutes(app, options.devServer);
  const folder = options.folder ?? BUILT;
  await app.register(fastifyStatic, {
    root: folder,
    prefix: "/app/",
    // The plugin registers no routes: the handler of `/app/*` chooses the files, and sends the app's page for other paths.
    wildcard: false,
    serve: false,
    preCompressed: true,
  });
  const shell = shellOf(folder);
  const sendShell = async (request: FastifyRequest, reply: FastifyReply) => {
    const page = await shell();
    if (page === undefined)
      throw new ApiError("not_found", "The pages are not built: run npm run build, or npm start.");
    reply.header("content-type", "text/html; charset=utf-8");
    reply.header("content-security-policy", POLICY.join("; "));
    const first = firstRequests(request.url);
    if (first.length > 0) reply.header("link", first.map(preloaded));
    return sendCompressed(request, reply, page);
  };
  app.get("/app", sendShell);
  app.get("/app/", sendShell);
  app.get("/app/*", (request, reply) => {
    const path = (request.params as { "*": string })["*"];
    if (path.startsWith("assets/")) return reply.sendFile(path, { maxAge: "365d", immutable: true });
    if (path === "sw.js") {
      // A service worker is subject to the policy of its own response, not to that of the page.
      reply.header("content-security-policy", "default-src 'none'; connect-src 'self'");
      // Browsers compare this file with their copy byte by byte to detect a new build.
      return reply.sendFile(path, { maxAge: 0 });
    }
    if (/^[\w-]+\.(svg|png|webmanifest)$/.test(path)) return reply.sendFile(path, { maxAge: "1h" });
    return sendShell(request, reply);
  });
}

const CALENDAR = /^\/app\/([0-9a-f-]{36})\/calendar(?:\?|$)/;

/**
 * Returns the requests that the calendar sends first. The browser starts them while it loads the scripts, and the app's own
 * requests with the same URLs get these responses.
 */
function firstRequests(url: string): readonly string[] {
  const [, business] = CALENDAR.exec(url) ?? [];
  if (business === undefined) return [];
  const below = `/api/v1/businesses/${business}`;
  const lists = ["locations", "staff", "services"].map((name) => `${below}/${name}?limit=100`);
  return ["/api/v1/me", below, ...lists];
}

/** Returns a `Link` header that makes the browser start a `fetch` early (Preload, W3C). */
function preloaded(url: string): string {
  return `<${url}>; rel=preload; as=fetch; crossorigin`;
}

/**
 * Returns a function that returns the built page. The function reads the page again after each build, and returns undefined if
 * there is no build.
 */
function shellOf(folder: string): () => Promise<ReturnType<typeof compressed> | undefined> {
  const file = join(folder, "index.html");
  let known: { readonly changedAt: number; readonly page: ReturnType<typeof compressed> } | undefined;
  return async () => {
    const changedAt = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    if (changedAt === undefined) return undefined;
    if (known?.changedAt !== changedAt) known = { changedAt, page: compressed(await readFile(file, "utf8")) };
    return known.page;
  };
}

/**
 * Mounts routes that forward requests to Vite. The content security policy differs, because Vite's page contains inline
 * scripts and its client connects to Vite's port.
 */
function devRoutes(app: FastifyInstance, devServer: string): void {
  const policy = [
    "default-src 'self'",
    "script-src 'self' 'unsafe-inline'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `connect-src 'self' ${devServer.replace(/^http/, "ws")}`,
  ].join("; ");
  const forward = async (request: FastifyRequest, reply: FastifyReply) => {
    const accept = request.headers.accept ?? "*/*";
    const answer = await fetch(devServer + request.url, { headers: { accept } });
    reply.code(answer.status).header("content-security-policy", policy).header("cache-control", "no-cache");
    reply.header("content-type", answer.headers.get("content-type") ?? "application/octet-stream");
    return reply.send(Buffer.from(await answer.arrayBuffer()));
  };
  app.get("/app", forward);
  app.get("/app/*", forward);
}
