import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { invalid } from "../../kernel/errors.ts";
import { inSandbox, type SandboxTime } from "../businessTime.ts";
import { asActor, type Reader, type Transaction } from "../database/index.ts";
import { eventLoop, type RunPiece } from "../limits/index.ts";
import { actorOf, admissionOf, admit } from "./admit.ts";
import type { CachedReads } from "./cachedReads.ts";
import { createCursorSeal } from "./cursorSeal.ts";
import { asksForDryRun, omittedFrom, withoutFields } from "./dryRun.ts";
import { type HtmlPage, wantsPage } from "./htmlPage.ts";
import { sendPage } from "./page.ts";
import { formOf, inputReader, sentRequestOf } from "./readInput.ts";
import { type AnyAnswer, API_PREFIX, type Route, type RunCall } from "./route.ts";
import { cursorsOf } from "./sealedPages.ts";
import { checkedAnswer, responseOf, responseStorer, sendAnswer } from "./sendAnswer.ts";
import { publicErrorOf, sendError } from "./sendError.ts";
import type { ServerOptions } from "./server.ts";
import { answerOnce, keyedRequestOf, sendStoredResponse } from "./storedResponses.ts";
import { maxBodyOf, type Received, receive, withUploads } from "./upload.ts";
import { checkOf } from "./validation.ts";

/**
 * Mounts one route. Every request passes the same steps in the order of contract §1. Each step may reject the request:
 *
 * 1. `onRequest`: `admit` finds the caller, counts the request against the caller's limit, and checks business, scope and role.
 * 2. Fastify's parser (body.ts): content type, size, JSON.
 * 3. `preHandler`: from here on, transactions record the caller in the audit log. In a sandbox the time is the test clock's time.
 * 4. `handler`: browsers get the route's HTML page, if it has one. Other clients get the response stored for the same `Idempotency-Key`,
 * or the result of the route's `run` for the validated input.
 */
export function mountRoute(
  app: FastifyInstance,
  route: Route,
  options: ServerOptions,
  reads?: CachedReads,
): void {
  const { upload } = route;
  const maxBodyBytes = upload === undefined ? route.maxBodyBytes : maxBodyOf(upload);
  const page = route.page as HtmlPage<Record<string, string>> | undefined;
  const respond = responder(route, options, reads);
  const mount = (scope: FastifyInstance) =>
    scope.route({
      method: route.method,
      url: API_PREFIX + route.path,
      config: { route } as never,
      ...(maxBodyBytes === undefined ? {} : { bodyLimit: maxBodyBytes }),
      onRequest: async (request, reply) => {
        if (page !== undefined) reply.header("vary", "accept");
        await admit(route, options, request, reply);
      },
      preHandler: (request, reply, done) =>
        asActor(actorOf(request), () => enterSandbox(options, request, reply, done)),
      handler: async (request, reply) =>
        page !== undefined && isForPage(request)
          ? showPage(page, request, reply)
          : withUpload(route, options, request, reply, respond),
      errorHandler: (error, request, reply) =>
        page !== undefined && wantsPage(request)
          ? sendPage(reply, page.refused(publicErrorOf(error, request, reply), request.id))
          : sendError(error, request, reply),
    });
  if (upload === undefined) mount(app);
  else withUploads(app, mount);
}

/**
 * Calls `done`. If the request's business is a sandbox, calls it within the sandbox and
 * sets the response header `service-sandbox`.
 */
function enterSandbox(
  { sandboxOf }: ServerOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const params = request.params as Record<string, string>;
  const { businessId, caller } = admissionOf(request);
  // An API key determines the business even on routes without a business in their path, such as `/me`.
  const found =
    sandboxOf?.({
      businessId: businessId ?? (caller?.kind === "key" ? caller.businessId : undefined),
      params,
    }) ?? null;
  if (found === null) {
    done();
    return;
  }
  const enter = (sandbox: SandboxTime | null) => {
    if (sandbox === null) {
      done();
      return;
    }
    reply.header("service-sandbox", "true");
    inSandbox(sandbox, done);
  };
  found.then(enter, (error: Error) => done(error));
}

type Respond = (request: FastifyRequest, reply: FastifyReply, upload?: Received) => Promise<FastifyReply>;

/** Returns a function that runs the route once for each request, or replays the response stored for its `Idempotency-Key`. */
function responder(route: Route, options: ServerOptions, reads: CachedReads | undefined): Respond {
  const readInput = inputReader(route);
  const checkData = options.checkAnswers === true ? checkOf(route.data) : undefined;
  const run = route.run as (call: RunCall) => Promise<AnyAnswer>;
  const status = route.status ?? 200;
  const secrets = route.replaysWithout ?? [];
  const omitted = omittedFrom(route);
  const cursors = cursorsOf(route, options.cursors ?? createCursorSeal(randomUUID()));

  return async (request, reply, upload) => {
    const admission = admissionOf(request);
    const dryRun = asksForDryRun(route, request) ? (options.dryRun ?? refuseDryRun) : undefined;
    // A dry run neither stores a response nor looks one up.
    const keyed =
      dryRun === undefined ? keyedRequestOf(route, request, admission.caller, upload?.digest) : undefined;
    const { businessId } = admission;
    const answerIn = async (runPiece?: RunPiece) => {
      const result = await answerOnce(options.idempotency, keyed, async (store) => {
        const input = readInput(request, upload);
        if (businessId !== undefined) reads?.remember(request.url, { route, businessId, query: input.query });
        const page = cursors({ businessId, params: input.params });
        const storeResponse = responseStorer(store, status, { secrets });
        const call: RunCall = {
          ...admission,
          ...input,
          ...(runPiece === undefined ? {} : { runPiece }),
          ...(route.reads === "replica" ? { reader: await readerOf(options) } : {}),
          query: page.opened(input.query),
          address: request.ip,
          sent: sentRequestOf(request),
          reauthenticate: () => options.authenticate(request),
          sealCursor: page.seal,
          storeResponse,
          write: (database, work) =>
            database.transaction(async (tx) => storeResponse(tx, { data: await work(tx) })),
          writeVersion: (database, work) =>
            database.transaction(async (tx) => {
              const data = await work(tx);
              return storeResponse(tx, { data, version: data.version });
            }),
          replaceResponse: responseStorer(store, status, { secrets, how: "replace" }),
          discardResponse: (tx: Transaction) => store?.(tx, null),
        };
        const answer =
          dryRun === undefined ? await run(call) : withoutFields(await dryRun(() => run(call)), omitted);
        return page.sealed(answer);
      });
      if (result.outcome === "replayed") return result;
      const isChecked = checkData !== undefined && (dryRun === undefined || omitted.size === 0);
      const answer = isChecked ? checkedAnswer(checkData, result.answer) : result.answer;
      return { outcome: "answered" as const, response: await responseOf(answer, runPiece) };
    };
    const result =
      businessId === undefined
        ? await answerIn()
        : route.large === true
          ? await eventLoop.compute(businessId, answerIn)
          : await answerIn((piece) => eventLoop.run(businessId, piece));
    if (result.outcome === "replayed") return sendStoredResponse(reply, result.stored);
    return sendAnswer(reply, status, result.response);
  };
}

/** Reads the multipart body of a route with an upload and deletes the file after the response. */
async function withUpload(
  { upload, body }: Route,
  { uploadFolder }: ServerOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  respond: Respond,
): Promise<FastifyReply> {
  if (upload === undefined || body === undefined) return respond(request, reply);
  const folder = uploadFolder === undefined ? {} : { folder: uploadFolder };
  const received = await receive(request, reply, { upload, body, ...folder });
  try {
    return await respond(request, reply, received);
  } finally {
    await received.close();
  }
}

function isForPage(request: FastifyRequest): boolean {
  return formOf(request) !== null || wantsPage(request);
}

async function showPage(
  page: HtmlPage<Record<string, string>>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const params = request.params as Record<string, string>;
  return sendPage(reply, await page.show({ params, form: formOf(request), address: request.ip }));
}

function readerOf({ replica }: ServerOptions): Promise<Reader> {
  if (replica === undefined)
    throw new Error("A route reads from a replica, but the server has no replica connection.");
  return replica.reader();
}

function refuseDryRun(): never {
  throw invalid({ path: "/dry_run", message: "is not supported by this server: leave out the parameter" });
}
