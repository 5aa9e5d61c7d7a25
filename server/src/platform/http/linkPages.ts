import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ApiError, methodNotAllowed } from "../../kernel/errors.ts";
import { parseForm } from "./body.ts";
import type { FormGuard } from "./formGuard.ts";
import { countAddress, type RequestLimits } from "./limitRequests.ts";
import { html, type Markup } from "./markup.ts";
import { type Page, refusalPage, sendPage } from "./page.ts";
import { publicErrorOf } from "./sendError.ts";

/** A page that is opened by a link in an e-mail. It has at most one form, which posts to the same path. */
export interface LinkPage {
  /** The absolute path without the API prefix. */
  readonly path: string;
  /** Builds the page for the link. */
  readonly show: (call: PageCall) => Promise<ShownPage>;
  /** Handles the submitted form and builds the next page. */
  readonly submit: (call: PageCall) => Promise<ShownPage>;
}

export interface PageCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Returns a query parameter of the link or a submitted field; empty if absent. Throws 400 for a repeated parameter. */
  text(name: string): string;
}

export interface ShownPage extends Page {
  /** The fields and the button of the form. */
  readonly form?: Markup;
}

/** Maximum size of a form in bytes. The longest form has a name, two passwords and a code. */
const MAX_FORM_BYTES = 8 * 1024;

/**
 * Mounts the pages of links in e-mails. Forms are URL-encoded, and every response, including errors, is a page. The form submits the code
 * of a link in its body, so that the code appears in no URL except the link itself. The log contains no URLs.
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
        refusalPage(shown, request.id, { title: "The request failed", sentences: [{ text }] }),
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
    onRequest: async (request, reply) => {
      reply.header("allow", "GET, POST, HEAD");
      throw methodNotAllowed(request.method, "GET, POST, HEAD");
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
      if (values.length > 1)
        throw new ApiError("malformed_request", `The field ${name} must appear only once.`);
      return values[0] ?? "";
    },
  };
}

/** Returns the page with its form and the token of the form guard. */
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
  body: html`<p role="alert">The form was not sent from this page, or your browser blocks cookies. Nothing was changed. Allow cookies for this site and open the link in the e-mail again.</p>
`,
};

/** Error messages for users by error code. For other codes the page shows the error's own message. */
const SENTENCES: Readonly<Record<string, string>> = {
  malformed_request: "The form could not be read. Open the link in the e-mail again.",
  payload_too_large: "The text is too long for this form.",
  unsupported_media_type: "This page accepts only its own form.",
  internal_error:
    "The server failed. Please try again; if it happens again, contact the operator of this Daybook.",
  unavailable: "The server is temporarily unavailable. Please try again in a moment.",
};
