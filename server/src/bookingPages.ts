import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { PaymentProvider } from "./features/checkout/index.ts";
import { ApiError } from "./kernel/errors.ts";
import { inSandbox, type SandboxTime } from "./platform/businessTime.ts";
import type { Context } from "./platform/context.ts";
import { createEncryption } from "./platform/encryption.ts";
import { parseForm } from "./platform/http/body.ts";
import { acceptedCoding } from "./platform/http/compressed.ts";
import { publicErrorOf } from "./platform/http/sendError.ts";
import { allowQuota, bucketOfAddress, proofKey, solvedProof } from "./platform/limits/index.ts";
import { coders, type PageAnswer, prepared, sendPage } from "./preparedPage.ts";
import type { StartPages } from "./startPages.ts";

export interface BookingPagesOptions extends Context {
  /** The installation's secret, which encrypts the state of a booking between its steps. */
  readonly secret: string;
  /** Returns the base URL of the installation, without a trailing slash. */
  readonly address: () => string;
  /** The payment provider's library for card forms; if null, visitors pay on the provider's page. */
  readonly cardLibrary: PaymentProvider["browserLibrary"] | null;
  readonly startPages: StartPages;
  /** The folder of the built pages; default: the build of this repository. */
  readonly folder?: string;
  /** Returns the sandbox whose page has these path parameters; null for any other page. */
  readonly sandboxOf: (params: Readonly<Record<string, string>>) => Promise<SandboxTime | null> | null;
}

/** A request for a page, in the form that `apps/booking` expects. */
interface PageRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
  readonly acceptLanguage: string;
}

/** The functions and values that the server passes to the pages. */
interface PageHost {
  readonly isSandbox: boolean;
  /** Sends a request to the API of this server with the visitor's IP address. */
  readonly fetch: typeof fetch;
  readonly address: string;
  readonly now: number;
  /** Returns the SHA-256 of a text in base64. */
  readonly sha256: (text: string) => string;
  readonly seal: (text: string) => string;
  /** Decrypts a text that `seal` has encrypted; undefined if `sealed` is invalid. */
  readonly open: (sealed: string) => string | undefined;
  /**
   * Returns a solved proof of work, so that a visitor need not solve one; undefined if the visitor's IP address got one less than
   * `WAIT_MS` ago.
   */
  readonly proofAfterWaiting: (purpose: string) => Promise<string | undefined>;
  readonly cardLibrary: PaymentProvider["browserLibrary"] | null;
}

interface BuiltPages {
  readonly answer: (request: PageRequest, host: PageHost, files: PageFiles) => Promise<PageAnswer>;
}

/** The URL paths of the built scripts. */
interface PageFiles {
  readonly script: string;
  readonly solver: string;
  readonly kiosk: string;
}

const BUILT = fileURLToPath(new URL("../../apps/booking/dist", import.meta.url));
/** The maximum size of a form; the longest form has a note and ten answers. */
const MAX_FORM_BYTES = 32 * 1024;
/** The window in which an IP address gets at most one solved proof of work. */
const WAIT_MS = 5_000;
const PAGES = ["/b/:slug", "/b/:slug/*", "/m/:token", "/m/:token/*", "/w/:token", "/w/:token/*"] as const;

/**
 * Registers the booking page `/b/{slug}`, the page of a manage link, `/m/{token}`, the page of a waitlist entry, `/w/{token}`,
 * and the kiosk. `apps/booking` renders these pages. It reads and changes data only through the public API, which it calls
 * inside this process (decision 49).
 */
export async function bookingPageRoutes(app: FastifyInstance, options: BookingPagesOptions): Promise<void> {
  const folder = options.folder ?? BUILT;
  const load = loaderOf(folder);
  const hostOf = hostMaker(app, options);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "buffer", bodyLimit: MAX_FORM_BYTES },
      async (_request: FastifyRequest, payload: Buffer) => parseForm(payload),
    );
    scope.setErrorHandler((error: Error, request, reply) => {
      const { status, message } = publicErrorOf(error, request, reply);
      return reply.code(status).header("content-type", "text/plain; charset=utf-8").send(`${message}\n`);
    });
    const sendScript = async (path: string, age: string, request: FastifyRequest, reply: FastifyReply) => {
      const script = (await load()).scripts.get(path);
      if (script === undefined) throw new ApiError("not_found", "There is no such file.");
      const coding = acceptedCoding(request.headers["accept-encoding"]);
      reply.header("content-type", "text/javascript; charset=utf-8").header("vary", "accept-encoding");
      // Other sites load `embed.js`.
      reply.header("cache-control", age).header("cross-origin-resource-policy", "cross-origin");
      if (coding === undefined) return reply.send(script.text);
      return reply.header("content-encoding", coding).send(script[coding]);
    };
    scope.get("/booking/assets/:file", (request, reply) =>
      sendScript(request.url, "public, max-age=31536000, immutable", request, reply),
    );
    scope.get("/embed.js", (request, reply) =>
      sendScript("/booking/embed.js", "public, max-age=3600", request, reply),
    );
    const show = async (request: FastifyRequest, reply: FastifyReply) => {
      const { pages, files } = await load();
      const pageRequest = pageRequestOf(request);
      const sandbox = await options.sandboxOf(request.params as Record<string, string>);
      const host = hostOf(request, sandbox);
      const render = async () => prepared(await pages.answer(pageRequest, host, files));
      // Pages of a sandbox are not cached, because the time of the sandbox may be advanced at any moment.
      const page = await (sandbox === null ? options.startPages.page(request, render) : render());
      return sendPage(request, reply, page);
    };
    for (const path of PAGES) {
      scope.get(path, show);
      scope.post(path, show);
    }
    scope.get("/kiosk", show);
  });
}

function pageRequestOf({ method, url, body, headers }: FastifyRequest): PageRequest {
  const { pathname, searchParams } = new URL(url, "http://page.invalid");
  return {
    method: method === "POST" ? "POST" : "GET",
    path: pathname,
    query: searchParams,
    form: body instanceof URLSearchParams ? body : new URLSearchParams(),
    acceptLanguage: headers["accept-language"] ?? "",
  };
}

function hostMaker(app: FastifyInstance, options: BookingPagesOptions) {
  const { database, clock, secret, address, cardLibrary } = options;
  const encryption = createEncryption(secret);
  const key = proofKey(secret);
  const purpose = "state of a booking";
  return ({ ip, headers: { host } }: FastifyRequest, sandbox: SandboxTime | null): PageHost => ({
    address: address(),
    cardLibrary,
    now: sandbox === null ? clock.now() : inSandbox(sandbox, () => clock.now()),
    isSandbox: sandbox !== null,
    sha256: (text) => createHash("sha256").update(text).digest("base64"),
    seal: (text) => encryption.encrypt(text, purpose),
    open: (sealed) => {
      try {
        return encryption.decrypt(sealed, purpose);
      } catch {
        return undefined;
      }
    },
    fetch: async (input, init) => {
      const { pathname, search } = new URL(String(input));
      const headers = Object.fromEntries(new Headers(init?.headers));
      const answer = await app.inject({
        method: (init?.method ?? "GET") as "GET",
        url: pathname + search,
        remoteAddress: ip,
        headers: { ...headers, accept: headers.accept ?? "application/json", host: host ?? "localhost" },
        ...(typeof init?.body === "string" ? { payload: init.body } : {}),
      });
      return new Response(answer.body, {
        status: answer.statusCode,
        headers: {
          "content-type": String(answer.headers["content-type"]),
          "x-request-id": String(answer.headers["x-request-id"]),
        },
      });
    },
    proofAfterWaiting: async (proofPurpose) => {
      const now = clock.now();
      const subject = bucketOfAddress("waits", ip);
      const quota = { purpose: "waits on a page", subject, max: 1, windowMs: WAIT_MS };
      if (!(await allowQuota(database, quota, now)).isAllowed) return undefined;
      return solvedProof(key, proofPurpose, now);
    },
  });
}

interface Loaded {
  readonly pages: BuiltPages;
  readonly files: PageFiles;
  /** The scripts by path, each compressed once. */
  readonly scripts: ReadonlyMap<string, Script>;
}

interface Script {
  readonly text: string;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

/**
 * Returns a function that loads the renderer and the scripts together, on the first request, so that they are from the same
 * build. If they cannot be loaded, the next request tries again.
 */
function loaderOf(folder: string): () => Promise<Loaded> {
  const client = join(folder, "client");
  let loaded: Promise<Loaded> | undefined;
  const load = async (): Promise<Loaded> => {
    const manifest = await readFile(join(client, ".vite", "manifest.json"), "utf8").catch(() => {
      throw new ApiError("not_found", "The pages are not built: run npm run build, or npm start.");
    });
    const built = Object.entries(JSON.parse(manifest) as Record<string, { readonly file: string }>);
    const fileOf = (source: string) => `/booking/${built.find(([name]) => name === source)?.[1].file}`;
    const scripts = built.map(
      async ([, { file }]) => [`/booking/${file}`, await scriptOf(join(client, file))] as const,
    );
    return {
      // `require` is used instead of `import()`, because tools that transform the sources of the server must not transform
      // the build.
      pages: createRequire(import.meta.url)(join(folder, "server", "index.js")) as BuiltPages,
      files: {
        script: fileOf("src/browser/page.ts"),
        solver: fileOf("src/browser/solver.ts"),
        kiosk: fileOf("src/kiosk/main.tsx"),
      },
      scripts: new Map(await Promise.all(scripts)),
    };
  };
  return () => {
    loaded ??= load();
    loaded.catch(() => {
      loaded = undefined;
    });
    return loaded;
  };
}

async function scriptOf(file: string): Promise<Script> {
  const text = await readFile(file, "utf8");
  return { text, br: await coders.br(text, {}), gzip: await coders.gzip(text, {}) };
}
