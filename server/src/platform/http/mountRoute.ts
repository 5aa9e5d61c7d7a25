import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { notFound, refuseIf } from "../../kernel/errors.ts";
import { isId } from "../../kernel/ids.ts";
import type { KeepIn } from "../idempotency/index.ts";
import { authorize } from "./access.ts";
import { trimmed, unstorableText, unwantedBody } from "./body.ts";
import { versionsIn } from "./ifMatch.ts";
import { countAddress, countRequest } from "./limitRequests.ts";
import { refuseForeignWrite } from "./origin.ts";
import { readQuery } from "./query.ts";
import { answerOnce, keyedRequestOf, sendAgain } from "./repeat.ts";
import { type Answer, API_PREFIX, type Keep, type RawAnswer, type Route } from "./route.ts";
import type { ServerOptions } from "./server.ts";
import { checkOf } from "./validation.ts";

type Known = Partial<ReturnType<typeof authorize>>;

/**
 * One route of the table, with everything the contract asks of all of them, in its order (contract §1): the caller is
 * known and counted and may call it before a byte of the body is read; then the parser; then an answer that was kept;
 * then the shapes; then `run`.
 */
export function mountRoute(app: FastifyInstance, route: Route, options: ServerOptions): void {
  const known = new WeakMap<FastifyRequest, Known>();
  const read = readerOf(route);
  const checkData = options.checkAnswers === true ? checkOf(route.data) : undefined;
  const run = route.run as (call: unknown) => Promise<Answer<unknown> | RawAnswer>;
  const status = route.status ?? 200;

  app.route({
    method: route.method,
    url: API_PREFIX + route.path,
    config: { route } as never,
    onRequest: async (request, reply) => {
      const { access } = route;
      if (access.kind === "public") {
        await countAddress(options.limits, route.operationId, route.perAddressPerMinute, request, reply);
        return;
      }
      const caller = await options.authenticate(request);
      await countRequest(options.limits, caller, reply);
      refuseForeignWrite(caller, request, options.publicUrl);
      known.set(request, authorize(access, caller, (request.params as { business?: string }).business));
    },
    handler: async (request, reply) => {
      const caller = known.get(request)?.caller;
      const keyed = keyedRequestOf(route, request, caller);
      const done = await answerOnce(options.idempotency, keyed, async (keepIn) => {
        const keep = keepWith(keepIn, status, route.replaysWithout ?? []);
        return run({ ...known.get(request), ...read(request), keep });
      });
      if (done.outcome === "replayed") return sendAgain(reply, done.kept);
      if (checkData !== undefined) assertShape(checkData, done.answer);
      return send(reply, status, done.answer);
    },
  });
}

/** Reads what a route is sent into what its `run` is handed; throws `validation_failed` or `not_found`. */
function readerOf(route: Route): (request: FastifyRequest) => object {
  const checkQuery = route.query === undefined ? undefined : checkOf(route.query);
  const checkBody = route.body === undefined ? undefined : checkOf(route.body);
  const ownIds = [...route.path.matchAll(/:(\w+)/g)]
    .map((found) => String(found[1]))
    .filter((name) => name !== "business");

  return (request) => {
    const search = request.url.includes("?") ? request.url.slice(request.url.indexOf("?") + 1) : "";
    const { query, problems } = readQuery(route.query, search);
    refuseIf([...problems, ...unstorableText(query)]);
    if (checkQuery !== undefined) refuseIf(checkQuery(query));
    let body: unknown;
    if (route.body === undefined || checkBody === undefined) refuseIf(unwantedBody(request.body));
    else {
      refuseIf(unstorableText(request.body));
      body = trimmed(route.body, request.body);
      refuseIf(checkBody(body));
    }
    const params = pathIds(request.params as Record<string, string>, ownIds);
    return { params, query, body, ifMatch: route.versioned ? versionsIn(request.headers["if-match"]) : null };
  };
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
    if (keepIn !== undefined) {
      keepIn(tx, { status, body: successBody(withoutSecrets(answer, secrets)), version: versionOf(answer) });
    }
    return answer;
  }) as Keep;
}

function withoutSecrets(
  answer: Answer<unknown> | RawAnswer,
  secrets: readonly string[],
): Answer<unknown> | RawAnswer {
  if (secrets.length === 0 || "rawData" in answer) return answer;
  const fields = Object.entries(answer.data as object).filter(([name]) => !secrets.includes(name));
  return { data: Object.fromEntries(fields) };
}

function assertShape(check: ReturnType<typeof checkOf>, answer: Answer<unknown> | RawAnswer): void {
  const problems = check("rawData" in answer ? JSON.parse(answer.rawData) : answer.data);
  if (problems.length > 0)
    throw new Error(`The answer is not what its schema says: ${JSON.stringify(problems)}`);
}

function send(reply: FastifyReply, status: number, answer: Answer<unknown> | RawAnswer): FastifyReply {
  const version = versionOf(answer);
  if (version !== null) reply.header("etag", `"${version}"`);
  return reply
    .code(status)
    .header("content-type", "application/json; charset=utf-8")
    .send(successBody(answer));
}

function versionOf(answer: Answer<unknown> | RawAnswer): number | null {
  return "version" in answer && answer.version !== undefined ? answer.version : null;
}

function successBody(answer: Answer<unknown> | RawAnswer): string {
  return `{"success":true,"data":${"rawData" in answer ? answer.rawData : JSON.stringify(answer.data)}}`;
}
