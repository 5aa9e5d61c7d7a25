import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../../kernel/caller.ts";
import { type FieldProblem, notFound, refuseIf } from "../../kernel/errors.ts";
import { isId } from "../../kernel/ids.ts";
import { type Actor, asActor, type Transaction } from "../database/index.ts";
import type { KeepIn } from "../idempotency/index.ts";
import { authorize } from "./access.ts";
import { bytesOfBody, trimmed, unstorableText, unwantedBody } from "./body.ts";
import { fail, shownOf } from "./failure.ts";
import { versionsIn } from "./ifMatch.ts";
import { countAddress, countRequest } from "./limitRequests.ts";
import { refuseForeignWrite } from "./origin.ts";
import { sendPage } from "./page.ts";
import { type PageBeside, wantsPage } from "./pageBeside.ts";
import { readQuery } from "./query.ts";
import { answerOnce, keyedRequestOf, sendAgain } from "./repeat.ts";
import { type AnyAnswer, API_PREFIX, type FileAnswer, type Keep, type Route, type Sent } from "./route.ts";
import type { ServerOptions } from "./server.ts";
import { maxBodyOf, type Received, receive, refuseNoUpload, withUploads } from "./upload.ts";
import { checkOf } from "./validation.ts";

type JsonAnswer = Exclude<AnyAnswer, FileAnswer>;

type Known = Partial<ReturnType<typeof authorize>>;

/**
 * One route of the table, with everything the contract asks of all of them, in its order (contract §1): the caller is
 * known and counted and may call it before a byte of the body is read; then the parser; then an answer that was kept;
 * then the shapes; then `run`.
 */
export function mountRoute(app: FastifyInstance, route: Route, options: ServerOptions): void {
  if (route.upload === undefined) mountIn(app, route, options);
  else withUploads(app, (scope) => mountIn(scope, route, options));
}

function mountIn(app: FastifyInstance, route: Route, options: ServerOptions): void {
  const known = new WeakMap<FastifyRequest, Known>();
  const read = readerOf(route);
  const checkData = options.checkAnswers === true ? checkOf(route.data) : undefined;
  const run = route.run as (call: unknown) => Promise<AnyAnswer>;
  const status = route.status ?? 200;
  const { upload, body } = route;
  const maxBodyBytes = upload === undefined ? route.maxBodyBytes : maxBodyOf(upload);
  const folder = options.uploadFolder;
  const page = route.page as PageBeside<Record<string, string>> | undefined;

  app.route({
    method: route.method,
    url: API_PREFIX + route.path,
    config: { route } as never,
    ...(maxBodyBytes === undefined ? {} : { bodyLimit: maxBodyBytes }),
    ...(page === undefined
      ? {}
      : {
          errorHandler: (error, request, reply) =>
            wantsPage(request)
              ? sendPage(reply, page.refused(shownOf(error, request, reply), request.id))
              : fail(error, request, reply),
        }),
    onRequest: async (request, reply) => {
      const { access } = route;
      if (page !== undefined) reply.header("vary", "accept");
      if (access.kind === "public") {
        await countAddress(options.limits, route.operationId, route.perAddressPerMinute, request, reply);
        return;
      }
      const caller = await options.authenticate(request);
      await countRequest(options.limits, caller, reply);
      refuseForeignWrite(caller, request, options.publicUrl);
      known.set(request, authorize(access, caller, (request.params as { business?: string }).business));
      if (upload !== undefined) refuseNoUpload(request, reply, upload);
    },
    // Whatever is written from here on is in their name (decision 26).
    preHandler: (request, _reply, done) => asActor(actorOf(request, known.get(request)?.caller), done),
    handler: async (request, reply) => {
      const form = formOf(request);
      if (page !== undefined && (form !== null || wantsPage(request))) {
        const params = request.params as Record<string, string>;
        return sendPage(reply, await page.show({ params, form, address: request.ip }));
      }
      if (upload === undefined || body === undefined) return answer(request, reply);
      const received = await receive(request, reply, {
        upload,
        body,
        ...(folder === undefined ? {} : { folder }),
      });
      try {
        return await answer(request, reply, received);
      } finally {
        await received.close();
      }
    },
  });

  async function answer(request: FastifyRequest, reply: FastifyReply, received?: Received) {
    const caller = known.get(request)?.caller;
    const keyed = keyedRequestOf(route, request, caller, received?.digest);
    const done = await answerOnce(options.idempotency, keyed, async (keepIn) => {
      const secrets = route.replaysWithout ?? [];
      const keep = keepWith(keepIn, status, secrets);
      const keepAnew = keepWith(keepIn && ((tx, answer) => keepIn(tx, answer, "anew")), status, secrets);
      const unkeep = (tx: Transaction) => keepIn?.(tx, null);
      return run({
        ...known.get(request),
        ...read(request, received),
        address: request.ip,
        sent: sentOf(request),
        keep,
        keepAnew,
        unkeep,
      });
    });
    if (done.outcome === "replayed") return sendAgain(reply, done.kept);
    if ("file" in done.answer) return sendFile(reply, done.answer);
    if (checkData !== undefined) assertShape(checkData, done.answer);
    return send(reply, status, done.answer);
  }
}

/** Who acts, as the audit log names them. */
function actorOf(request: FastifyRequest, caller: Caller | undefined): Actor {
  const from = { address: request.ip, request: request.id };
  if (caller === undefined) return { kind: "public", ...from };
  return caller.kind === "key"
    ? { kind: "key", id: caller.keyId, ...from }
    : { kind: "user", id: caller.userId, ...from };
}

/** What a form of a page has sent, or null for a request without one; throws 422 for what is no text. */
function formOf({ body }: FastifyRequest): URLSearchParams | null {
  if (!(body instanceof URLSearchParams)) return null;
  refuseIf(unstorableText([...body]));
  return body;
}

/** What a signature is over, and where it stands. */
function sentOf(request: FastifyRequest): Sent {
  return {
    bytes: () => bytesOfBody(request),
    header: (name) => {
      const value = request.headers[name];
      return typeof value === "string" ? value : undefined;
    },
  };
}

/** Reads what a route is sent into what its `run` is handed; throws `validation_failed` or `not_found`. */
function readerOf(route: Route): (request: FastifyRequest, received?: Received) => object {
  const checkQuery = route.query === undefined ? undefined : checkOf(route.query);
  const checkBody = route.body === undefined ? undefined : checkOf(route.body);
  const ownIds = [...route.path.matchAll(/:(\w+)/g)]
    .map((found) => String(found[1]))
    .filter((name) => name !== "business" && !route.secretsInPath?.includes(name));

  return (request, received) => {
    const search = request.url.includes("?") ? request.url.slice(request.url.indexOf("?") + 1) : "";
    const { query, problems } = readQuery(route.query, search);
    refuseIf([...problems, ...unstorableText(query)]);
    if (checkQuery !== undefined) refuseIf(checkQuery(query));
    let body: unknown;
    if (route.body === undefined || checkBody === undefined) refuseIf(unwantedBody(request.body));
    else {
      const sent = received === undefined ? request.body : received.fields;
      refuseIf(unstorableText(sent));
      body = trimmed(route.body, sent);
      refuseIf(firstOfEach([...(received?.problems ?? []), ...checkBody(body)]));
    }
    const sent = request.params as Record<string, string>;
    const secrets = (route.secretsInPath ?? []).map((name) => [name, sent[name] ?? ""]);
    const params = { ...pathIds(sent, ownIds), ...Object.fromEntries(secrets) };
    const ifMatch = route.versioned ? versionsIn(request.headers["if-match"]) : null;
    return { params, query, body, ifMatch, ...(received === undefined ? {} : { file: received.file }) };
  };
}

/** One problem a field: what could not even be read is not missing too. */
function firstOfEach(problems: readonly FieldProblem[]): FieldProblem[] {
  return [...Map.groupBy(problems, ({ path }) => path).values()].flatMap(([first]) => first ?? []);
}

/** A path id that is not a UUID is an unknown id, and is answered like one (contract §1). */
function pathIds(params: Record<string, string>, names: readonly string[]): Record<string, string> {
  const ids: Record<string, string> = {};
  for (const name of names) {
    const value = params[name] ?? "";
    if (!isId(value)) throw notFound();
    ids[name] = value.toLowerCase();
  }
  return ids;
}

/** What `run` is handed as `keep`: the answer as it will be given again, without its secrets. */
function keepWith(keepIn: KeepIn | undefined, status: number, secrets: readonly string[]): Keep {
  return ((tx, answer) => {
    // A file is what a GET answers, which is never kept.
    if (keepIn !== undefined && !("file" in answer)) {
      keepIn(tx, { status, body: successBody(withoutSecrets(answer, secrets)), version: versionOf(answer) });
    }
    return answer;
  }) as Keep;
}

function withoutSecrets(answer: JsonAnswer, secrets: readonly string[]): JsonAnswer {
  if (secrets.length === 0 || "rawData" in answer) return answer;
  const fields = Object.entries(answer.data as object).filter(([name]) => !secrets.includes(name));
  return { data: Object.fromEntries(fields) };
}

function assertShape(check: ReturnType<typeof checkOf>, answer: JsonAnswer): void {
  const problems = check("rawData" in answer ? JSON.parse(answer.rawData) : answer.data);
  if (problems.length > 0)
    throw new Error(`The answer is not what its schema says: ${JSON.stringify(problems)}`);
}

function send(reply: FastifyReply, status: number, answer: JsonAnswer): FastifyReply {
  const version = versionOf(answer);
  if (version !== null) reply.header("etag", `"${version}"`);
  return reply
    .code(status)
    .header("content-type", "application/json; charset=utf-8")
    .send(successBody(answer));
}

/**
 * A file as it is, for whoever has its address: it is shown and never run, kept by no cache, and any page may show it,
 * for the address itself is the permission.
 */
function sendFile(reply: FastifyReply, { file }: FileAnswer): FastifyReply {
  return reply
    .code(200)
    .header("content-type", file.mediaType)
    .header("content-length", file.length)
    .header("content-disposition", "inline")
    .header("cache-control", "private, no-store")
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("cross-origin-resource-policy", "cross-origin")
    .send(file.stream);
}

function versionOf(answer: JsonAnswer): number | null {
  return "version" in answer && answer.version !== undefined ? answer.version : null;
}

function successBody(answer: JsonAnswer): string {
  return `{"success":true,"data":${"rawData" in answer ? answer.rawData : JSON.stringify(answer.data)}}`;
}
