import type { FastifyRequest } from "fastify";
import { type FieldProblem, notFound, refuseIf } from "../../kernel/errors.ts";
import { isId } from "../../kernel/ids.ts";
import type { IfMatch } from "../../kernel/versions.ts";
import { bytesOfBody, trimmed, unstorableText, unwantedBody } from "./body.ts";
import { queryWithDryRun, withoutDryRun } from "./dryRun.ts";
import { versionsIn } from "./ifMatch.ts";
import { readQuery } from "./query.ts";
import type { Route, SentRequest } from "./route.ts";
import type { Received, UploadedFile } from "./upload.ts";
import { checkOf } from "./validation.ts";

/** The validated parts of a request that `run` receives; `route()` gives them their types. */
export interface Input {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
  readonly ifMatch: IfMatch;
  readonly file?: UploadedFile | undefined;
}

/**
 * Returns the function that reads and validates the input of a route. The order is that of contract §1: schemas (422) first, then the ids
 * in the path (404).
 */
export function inputReader(route: Route): (request: FastifyRequest, upload?: Received) => Input {
  const querySchema = queryWithDryRun(route);
  const checkQuery = querySchema === undefined ? () => [] : checkOf(querySchema);
  const checkBody = route.body === undefined ? undefined : checkOf(route.body);
  const secrets = route.secretsInPath ?? [];

  const queryOf = (request: FastifyRequest) => {
    const search = request.url.includes("?") ? request.url.slice(request.url.indexOf("?") + 1) : "";
    const { query, problems } = readQuery(querySchema, search);
    refuseIf([...problems, ...unstorableText(query)]);
    refuseIf(checkQuery(query));
    return withoutDryRun(query);
  };
  const bodyOf = (request: FastifyRequest, upload: Received | undefined) => {
    if (route.body === undefined || checkBody === undefined) {
      refuseIf(unwantedBody(request.body));
      return undefined;
    }
    const sent = upload === undefined ? request.body : upload.fields;
    refuseIf(unstorableText(sent));
    const body = trimmed(route.body, sent);
    refuseIf(firstOfEach([...(upload?.problems ?? []), ...checkBody(body)]));
    return body;
  };

  return (request, upload) => {
    const query = queryOf(request);
    const body = bodyOf(request, upload);
    const params = pathParams(request.params as Record<string, string>, secrets);
    const ifMatch = route.versioned ? versionsIn(request.headers["if-match"]) : null;
    return { params, query, body, ifMatch, ...(upload === undefined ? {} : { file: upload.file }) };
  };
}

/** Returns one problem per field, so that a field that could not be parsed is not also reported as missing. */
function firstOfEach(problems: readonly FieldProblem[]): FieldProblem[] {
  return [...Map.groupBy(problems, ({ path }) => path).values()].flatMap(([first]) => first ?? []);
}

/**
 * Returns the path parameters. Converts ids to lower case; an id that is not a UUID counts as unknown (contract §1). Secrets are not
 * changed.
 */
function pathParams(
  sent: Readonly<Record<string, string>>,
  secrets: readonly string[],
): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(sent)) {
    // `authorize` has already checked the business id, with the same error.
    if (name === "business") continue;
    if (!secrets.includes(name) && !isId(value)) throw notFound();
    params[name] = secrets.includes(name) ? value : value.toLowerCase();
  }
  return params;
}

/** Returns the fields of a submitted form; null without a form. Throws 422 for text that cannot be stored. */
export function formOf({ body }: FastifyRequest): URLSearchParams | null {
  if (!(body instanceof URLSearchParams)) return null;
  refuseIf(unstorableText([...body]));
  return body;
}

/** Returns the bytes and headers for verifying a signature. */
export function sentRequestOf(request: FastifyRequest): SentRequest {
  return {
    bytes: () => bytesOfBody(request),
    header: (name) => {
      const value = request.headers[name];
      return typeof value === "string" ? value : undefined;
    },
  };
}
