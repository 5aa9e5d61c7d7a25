import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "../../kernel/errors.ts";
import { parseForm } from "./body.ts";
import type { FormGuard } from "./formGuard.ts";
import { countAddress, type RequestLimits } from "./limitRequests.ts";
import { html, type Markup } from "./markup.ts";
import { type Page, refusalPage, sendPage } from "./page.ts";
import { publicErrorOf } from "./sendError.ts";

/** A page at a path of its own, where a link in a mail leads: with at most one form, which it takes itself. */
export interface LinkPage {
  /** From the root. */
  readonly path: string;
  /** The page as its link opens it. */
  readonly show: (call: PageCall) => Promise<ShownPage>;
  /** What follows when its form was sent. */
  readonly submit: (call: PageCall) => Promise<ShownPage>;
}

export interface PageCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** What the link says, or what the form was filled in with: empty for what is not there. */
  text(name: string): string;
}

export interface ShownPage extends Page {
  /** Fields and button; the page sends them to itself. */
  readonly form?: Markup;
}

/** The longest form is a name, two passwords and a code. */
const MAX_FORM_BYTES = 8 * 1024;

/**
 * Mounts the pages of links. Their forms are posted as browsers have always done, the answer is a page. The code in a
 * link goes on in the form's body, so that it stands in no address but that of the mail; nothing of a request is logged.
 * Failures are told in sentences.
 */
export async function mountLinkPages(
  app: FastifyInstance,
  pages: readonly LinkPage[],
  options: { readonly guard: FormGuard; readonly limits?: RequestLimits },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "buffer", bodyLimit: MAX_FORM_BYTES },
      async (_request: FastifyRequest, payload: Buffer) => parseForm(payload),
    );
    scope.setErrorHandler((error: Error, request, reply) => {
      const shown = publicErrorOf(error, request, reply);
      const text = SENTENCES[shown.code] ?? shown.message;
      return sendPage(
        reply,
        refusalPage(shown, request.id, { title: "That did not work", sentences: [{ text }] }),
      );
    });
    for (const page of pages) mountPage(scope, page, options);
  });
}

function mountPage(
  scope: FastifyInstance,
  page: LinkPage,
  { guard, limits }: { readonly guard: FormGuard; readonly limits?: RequestLimits },
): void {
  const { path } = page;
  const count = (request: FastifyRequest, reply: FastifyReply) =>
    countAddress(limits, `page ${path}`, undefined, request, reply);
  const answer = ({ request, reply }: PageCall, shown: ShownPage) =>
    sendPage(reply, shown.form === undefined ? shown : guarded(guard, path, shown, shown.form, request));
  scope.get(path, { onRequest: count }, async (request, reply) => {
    const { url } = request;
    const link = new URLSearchParams(url.includes("?") ? url.slice(url.indexOf("?")) : "");
    const call = callOf(request, reply, link);
    return answer(call, await page.show(call));
  });
  scope.post(path, { onRequest: count }, async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const call = callOf(request, reply, form);
    const isOurs = guard.isValid(request.headers.cookie, call.text("form"));
    return answer(call, isOurs ? await page.submit(call) : FOREIGN);
  });
  scope.route({
    method: ["PUT", "PATCH", "DELETE", "OPTIONS"],
    url: path,
    onRequest: async (_request, reply) => {
      reply.header("allow", "GET, POST, HEAD");
      throw new ApiError("method_not_allowed", "This page takes GET, POST, HEAD.");
    },
    handler: async () => {},
  });
}

function callOf(request: FastifyRequest, reply: FastifyReply, fields: URLSearchParams): PageCall {
  return {
    request,
    reply,
    text: (name) => {
      const values = fields.getAll(name);
      if (values.length > 1) throw new ApiError("malformed_request", `There is more than one ${name}.`);
      return values[0] ?? "";
    },
  };
}

/** The page with its form, and what shows that the form is ours. */
function guarded(
  guard: FormGuard,
  path: string,
  page: Page,
  form: Markup,
  { headers }: FastifyRequest,
): Page {
  const value = guard.valueFor(headers.cookie);
  return {
    ...page,
    cookies: [...(page.cookies ?? []), guard.cookie(value)],
    body: html`${page.body}<form method="post" action="${path}">
<input type="hidden" name="form" value="${value}">
${form}</form>
`,
  };
}

const FOREIGN: ShownPage = {
  status: 403,
  title: "Please open the link again",
  body: html`<p role="alert">What was sent does not come from this page, or your browser keeps no cookies. Nothing was changed. Open the link in the mail again, and allow cookies for this site.</p>
`,
};

/** What else went wrong says so itself. */
const SENTENCES: Readonly<Record<string, string>> = {
  malformed_request: "The form arrived damaged. Open the link in the mail again.",
  payload_too_large: "That is more text than the form takes.",
  unsupported_media_type: "This page takes its own form only.",
  internal_error:
    "Something went wrong on our side. Please try again; if it happens again, tell whoever runs this Daybook.",
  unavailable: "The database is away just now. Please try again in a moment.",
};
