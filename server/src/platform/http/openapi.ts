import { type TObject, type TSchema, Type } from "typebox";
import { ROLES } from "../../kernel/scopes.ts";
import type { EventShape } from "./eventShapes.ts";
import { errorExamples, errorName, errorSchema, HEADERS } from "./publishedAnswers.ts";
import { type EnumNames, withNamedEnums } from "./publishedEnums.ts";
import { errorsOf } from "./publishedErrors.ts";
import { publishedEvents, RECEIVER_ANSWERS, WEBHOOKS_TAG } from "./publishedEvents.ts";
import { withExtensions } from "./publishedExtensions.ts";
import { withGoNames } from "./publishedGoNames.ts";
import { parametersOf, shareParameters } from "./publishedParameters.ts";
import { type PublishedParts, publishedParts } from "./publishedParts.ts";
import { type PlainOperation, plainOperation } from "./publishedPlain.ts";
import type { JsonObject } from "./publishedSchemas.ts";
import { tagged } from "./publishedTags.ts";
import { NO_EXAMPLES, type RecordedExamples, type RecordedRequest } from "./recordedExamples.ts";
import { API_PREFIX, type Route } from "./route.ts";
import { exampleOf } from "./schemaExamples.ts";

/** Parts of the description that are not in the route table. */
export interface DescriptionParts {
  /** Recorded requests and responses. Operations without a recording get examples generated from their schemas. */
  readonly examples?: RecordedExamples;
  /** Operations outside the prefix `/api/v1`. */
  readonly operations?: readonly PlainOperation[];
  /** The events that webhook endpoints receive. */
  readonly events?: readonly EventShape[];
  /** Leaves out the examples of requests, successes and events, and describes common errors by range (decision 91). */
  readonly isBrief?: boolean;
  /** Enums that become named components. */
  readonly enums?: EnumNames;
}

/**
 * Returns the OpenAPI 3.1 description, generated from the routes and schemas that the server runs with (decision 5). Schemas
 * with an `$id` become named components.
 *
 * @throws when two different schemas have the same `$id`, or two operations have the same operationId.
 */
export function describe(routes: readonly Route[], parts: DescriptionParts = {}): JsonObject {
  const { examples = NO_EXAMPLES, operations: others = [], events = [], enums = {}, isBrief = false } = parts;
  const collected = publishedParts(routes, isBrief);
  const { schemas, successes, failures } = collected;
  const paths: Record<string, JsonObject> = {};
  const operationIds = new Set<string>();
  for (const { operationId } of [...routes, ...others]) {
    if (operationIds.has(operationId)) throw new Error(`Two operations have the operationId ${operationId}.`);
    operationIds.add(operationId);
  }
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operationOf(route, collected, examples);
  }
  for (const other of others) {
    paths[other.path] ??= {
      servers: [{ url: other.prefix, description: "This server, outside the API prefix" }],
    };
    const path = paths[other.path] as JsonObject;
    path[other.method.toLowerCase()] = plainOperation(other, collected, examples);
  }
  const webhooks = publishedEvents(events, schemas, isBrief ? null : examples.events);
  const codes = [...failures.codes];
  const errors = codes.map((code) => [errorName(code), errorSchema(code, schemas)]);
  const responses = { ...successes.components, ...failures.components };
  // Parameters of webhooks are not shared, because Go generators create no types for parameters that no operation references.
  const parameters = shareParameters(Object.values(paths).flatMap(Object.values));
  const allSchemas = withGoNames(withExtensions({ ...schemas.components, ...Object.fromEntries(errors) }));
  const document = {
    openapi: "3.1.0",
    info: INFO,
    servers: [{ url: API_PREFIX, description: "This server" }],
    tags: [
      ...new Set([...routes, ...others].map(({ tag }) => tag)),
      ...(events.length === 0 ? [] : [WEBHOOKS_TAG]),
    ].map(tagged),
    security: KEY_OR_SESSION,
    paths,
    ...(events.length === 0 ? {} : { webhooks }),
    components: {
      securitySchemes: SECURITY_SCHEMES,
      headers: usedIn({ paths, responses }, "headers", HEADERS),
      parameters,
      schemas: allSchemas,
      responses: events.length === 0 ? responses : { ...responses, ...RECEIVER_ANSWERS },
      examples: errorExamples(codes, examples.errors),
    },
  };
  return withNamedEnums(document, schemas.components, enums);
}

/** Returns the components that the document references. */
function usedIn(document: JsonObject, kind: string, components: JsonObject): JsonObject {
  const text = JSON.stringify(document);
  const used = Object.entries(components).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`));
  return Object.fromEntries(used);
}

const INFO = {
  title: "Daybook API",
  version: "1.0.0",
  description: `Appointments, availability, clients, services, staff, sales and payments of a business, and events for their changes.
The [guides](/docs/guides) start with a first request.

# Authentication

Send an API key of the business with every request: \`Authorization: Bearer dbk_…\`. Owners create keys with \`POST
/businesses/{business}/api-keys\` or in the app. Each key has scopes and can be revoked. The app uses a session
cookie instead. An operation that requires a session does not accept API keys. To send requests from this page, enter a key. The page does not store the key.

# Responses

A success is \`{"success": true, "data": …}\`. An error is \`{"success": false, "code", "message", "details"}\`: \`code\` is for programs,
\`message\` is a sentence for developers, and some codes have \`details\`. An operation lists its errors by status; \`4XX\` and \`5XX\`
are errors that many operations have in common. The header \`Link\` contains the URL of the explanation of the code. Every
response has the request id in \`X-Request-Id\` and the rate limit in \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\`.

# Values

Date-times have a UTC offset: the offset of the location for appointments and other times at a location, otherwise \`Z\`. Durations are minutes. Amounts
are in minor units of their currency. Identifiers are UUIDs.

# Lists

A list returns \`items\` and \`next_cursor\`. Send \`next_cursor\` as \`cursor\` to get the next page. On the last page, \`next_cursor\` is null.

# Repeating requests

POST and PATCH accept an \`Idempotency-Key\`: the same request with the same key within 24 hours gets the stored
response, with \`Idempotency-Replayed: true\`. PATCH and PUT of a record with a version accept \`If-Match\`. After 429 and 503, wait for the number of seconds in
\`Retry-After\` before the next request.

The examples are responses of a real server; the keys and tokens in them are not valid.`,
  contact: { name: "The Daybook project" },
  license: { name: "Apache-2.0", identifier: "Apache-2.0" },
};

const SECURITY_SCHEMES = {
  apiKey: {
    type: "http",
    scheme: "bearer",
    description: "An API key of the business, `dbk_…`. An owner creates the key with its scopes",
  },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "daybook_session",
    description:
      "The cookie of a user who is signed in to the app (`__Host-daybook_session` over https). The user's role in the " +
      "business determines the allowed operations. Writes from pages of other origins are refused",
  },
  kiosk: {
    type: "apiKey",
    in: "cookie",
    name: "daybook_kiosk",
    description:
      "The cookie of a tablet at the front desk, which is valid once a manager has paired the tablet",
  },
};

function operationOf(route: Route, parts: PublishedParts, examples: RecordedExamples): JsonObject {
  const { schemas, successes, failures } = parts;
  const recorded = examples.operations[route.operationId];
  const request: RecordedRequest = recorded?.request ?? { as: "key" };
  const content = route.body && bodyContent(route.body, route, parts, request.body);
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: [route.description, accessSentence(route)].filter(Boolean).join("\n\n"),
    ...securityOf(route),
    parameters: parametersOf(route, schemas, request),
    ...(content === undefined ? {} : { requestBody: { required: true, content } }),
    responses: {
      [route.status ?? 200]: successes.of(route, recorded?.answer),
      ...failures.of(errorsOf(route)),
    },
  };
}

const KEY_OR_SESSION = [{ apiKey: [] }, { session: [] }];

/** Returns the security requirement of a route; an empty object if the document's default (a key or a session) applies. */
function securityOf({ access }: Route): { readonly security?: JsonObject[] } {
  if (access.kind === "public") return { security: [] };
  if (access.kind === "kiosk") return { security: [{ kiosk: [] }] };
  const isForApp = access.kind === "session" || (access.kind === "business" && access.scope === "app_only");
  return isForApp ? { security: [{ session: [] }] } : {};
}

/**
 * Describes a JSON body, or a multipart body with a file. Each field of a multipart body is a part: text as text, other types as JSON.
 */
function bodyContent(
  body: TSchema,
  { upload }: Route,
  { schemas, content }: PublishedParts,
  recorded: unknown,
): JsonObject {
  if (upload === undefined) return content(schemas.publish(body, "input"), recorded ?? exampleOf(body));
  const { properties = {}, required = [], $id: _, ...shape } = body as unknown as TObject & { $id?: string };
  const { part, description, mediaTypes } = upload;
  const file = Type.Unsafe<string>({ type: "string", format: "binary", description });
  const schema = { ...shape, properties: { [part]: file, ...properties }, required: [part, ...required] };
  return {
    "multipart/form-data": {
      schema: schemas.publish(schema, "input"),
      encoding: { [part]: { contentType: mediaTypes.join(", ") } },
    },
  };
}

function accessSentence({ access }: Route): string {
  if (access.kind === "public") return "Requires no authentication.";
  if (access.kind === "session") return "Requires a session.";
  if (access.kind === "kiosk") return "Requires a paired kiosk.";
  if (access.kind === "caller") return "Requires an API key with any scope, or a session.";
  const { scope } = access;
  const roles =
    access.roles.length === ROLES.length ? "with any role" : `with the role ${either(access.roles)}`;
  if (scope === "app_only") return `Requires a session ${roles}.`;
  if (scope === "any") return `Requires an API key with any scope, or a session ${roles}.`;
  if (scope === "any_read") return `Requires an API key with any read scope, or a session ${roles}.`;
  return `Requires an API key with the scope \`${scope}\`, or a session ${roles}.`;
}

function either(words: readonly string[]): string {
  return [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" or ");
}
