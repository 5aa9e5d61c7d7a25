import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "../../kernel/errors.ts";
import { shownOf } from "./failure.ts";
import type { FormGuard } from "./formGuard.ts";
import { FORM_STYLE } from "./formStyle.ts";
import { countAddress, type RequestLimits } from "./limitRequests.ts";
import { html, type Markup } from "./markup.ts";
import { pagePolicy } from "./pagePolicy.ts";

/** A page of ours for people, with at most one form, which it takes itself. */
export interface FormPage {
  /** From the root: what a link in a mail leads to. */
  readonly path: string;
  /** The page as its link opens it. */
  readonly show: (call: PageCall) => Promise<ShownPage>;
  /** What follows when its form was sent. */
  readonly take: (call: PageCall) => Promise<ShownPage>;
}

export interface PageCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** What the link says, or what the form was filled in with: empty for what is not there. */
  text(name: string): string;
}

export interface ShownPage {
  readonly status?: number;
  readonly title: string;
  readonly body: Markup;
  /** Fields and button; the page sends them to itself. */
  readonly form?: Markup;
  /** `Set-Cookie` headers that go with it. */
  readonly cookies?: readonly string[];
}

/** The longest form is a name, two passwords and a code. */
const MOST_FORM_BYTES = 8 * 1024;

const POLICY = pagePolicy({ style: FORM_STYLE, hasForm: true });

/**
 * Mounts pages with a form. They work without a script: the form is posted as browsers have always done, the answer is a
 * page. The code in a link goes on in the form's body, so that it stands in no address but that of the mail; nothing of
 * a request is logged. Failures are told in sentences.
 */
export async function formPages(
  app: FastifyInstance,
  pages: readonly FormPage[],
  options: { readonly guard: FormGuard; readonly limits?: RequestLimits },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "buffer", bodyLimit: MOST_FORM_BYTES },
      (_request, payload, done) => {
        try {
          done(
            null,
            new URLSearchParams(new TextDecoder("utf-8", { fatal: true }).decode(payload as Buffer)),
          );
        } catch (cause) {
          done(new ApiError("malformed_request", "The form is not UTF-8.", undefined, cause));
        }
      },
    );
    scope.setErrorHandler((error: Error, request, reply) => {
      const shown = shownOf(error, request, reply);
      return send(reply, failurePage(shown, request.id), undefined);
    });
    for (const page of pages) mountPage(scope, page, options);
  });
}

function mountPage(
  scope: FastifyInstance,
  page: FormPage,
  { guard, limits }: { readonly guard: FormGuard; readonly limits?: RequestLimits },
): void {
  const { path } = page;
  const count = (request: FastifyRequest, reply: FastifyReply) =>
    countAddress(limits, path, undefined, request, reply);
  const answer = ({ request, reply }: PageCall, shown: ShownPage) => {
    const value = guard.valueFor(request.headers.cookie);
    return send(
      reply,
      shown,
      shown.form === undefined ? undefined : { path, value, cookie: guard.cookie(value) },
    );
  };
  scope.get(path, { onRequest: count }, async (request, reply) => {
    const { url } = request;
    const call = callOf(
      request,
      reply,
      new URLSearchParams(url.includes("?") ? url.slice(url.indexOf("?")) : ""),
    );
    return answer(call, await page.show(call));
  });
  scope.post(path, { onRequest: count }, async (request, reply) => {
    const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const call = callOf(request, reply, fields);
    const isOurs = guard.isOurs(request.headers.cookie, call.text("form"));
    return answer(call, isOurs ? await page.take(call) : FOREIGN);
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

interface Guarded {
  readonly path: string;
  readonly value: string;
  readonly cookie: string;
}

function send(reply: FastifyReply, shown: ShownPage, guarded: Guarded | undefined): FastifyReply {
  const cookies = [...(shown.cookies ?? []), ...(guarded === undefined ? [] : [guarded.cookie])];
  if (cookies.length > 0) reply.header("set-cookie", cookies);
  return reply
    .code(shown.status ?? 200)
    .header("content-type", "text/html; charset=utf-8")
    .header("content-security-policy", POLICY)
    .header("referrer-policy", "no-referrer")
    .header("cache-control", "no-store")
    .send(documentOf(shown, guarded).markup);
}

function documentOf({ title, body, form }: ShownPage, guarded: Guarded | undefined): Markup {
  const sent =
    form === undefined || guarded === undefined
      ? html``
      : html`<form method="post" action="${guarded.path}">
<input type="hidden" name="form" value="${guarded.value}">
${form}</form>
`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Daybook</title>
<style>${{ markup: FORM_STYLE }}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}${sent}</main>
</body>
</html>
`;
}

const FOREIGN: ShownPage = {
  status: 403,
  title: "Please open the link again",
  body: html`<p role="alert">What was sent does not come from this page, or your browser keeps no cookies. Nothing was changed. Open the link in the mail again, and allow cookies for this site.</p>
`,
};

function failurePage(error: ApiError, requestId: string): ShownPage {
  return {
    status: error.status,
    title: "That did not work",
    body: html`<p role="alert">${SENTENCES[error.code] ?? error.message}</p>
${error.status === 500 ? html`<p>If it happens again, tell whoever runs this Daybook: request ${requestId}.</p>\n` : ""}`,
  };
}

/** What else went wrong says so itself. */
const SENTENCES: Readonly<Record<string, string>> = {
  malformed_request: "The form arrived damaged. Open the link in the mail again.",
  payload_too_large: "That is more text than the form takes.",
  unsupported_media_type: "This page takes its own form only.",
  internal_error: "Something went wrong on our side. Please try again.",
  unavailable: "The database is away just now. Please try again in a moment.",
};
