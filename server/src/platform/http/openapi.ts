import { type TObject, type TSchema, Type } from "typebox";
import { ROLES } from "../../kernel/scopes.ts";
import type { EventShape } from "./eventShapes.ts";
import {
  errorAnswer,
  errorName,
  errorReference,
  errorSchema,
  HEADERS,
  jsonContent,
  successAnswer,
} from "./publishedAnswers.ts";
import { errorsOf } from "./publishedErrors.ts";
import { publishedEvents } from "./publishedEvents.ts";
import { parametersOf } from "./publishedParameters.ts";
import { type PlainOperation, plainErrorsOf, plainOperation } from "./publishedPlain.ts";
import { type JsonObject, type PublishedSchemas, publishedSchemas } from "./publishedSchemas.ts";
import { tagged } from "./publishedTags.ts";
import { NO_EXAMPLES, type RecordedExamples, type RecordedRequest } from "./recordedExamples.ts";
import { API_PREFIX, type Route } from "./route.ts";
import { exampleOf } from "./schemaExamples.ts";
import type { UploadSpec } from "./upload.ts";

/** What the table of routes does not hold, and the document tells all the same. */
export interface DescribedBesideRoutes {
  /** What the operations were asked and answered when that was recorded; without it examples come from the schemas. */
  readonly examples?: RecordedExamples;
  /** Operations that stand elsewhere than below `/api/v1`. */
  readonly operations?: readonly PlainOperation[];
  /** What subscribers are sent. */
  readonly events?: readonly EventShape[];
}

/**
 * The OpenAPI 3.1 description of the routes, from the same table and the same schemas that serve them (decision 5), and
 * of the events that are delivered. Shapes with an `$id` become named components. Throws when two shapes share one, or
 * two routes an operation id.
 */
export function describe(routes: readonly Route[], beside: DescribedBesideRoutes = {}): JsonObject {
  const { examples = NO_EXAMPLES, operations: others = [], events = [] } = beside;
  const schemas = publishedSchemas();
  const paths: Record<string, JsonObject> = {};
  const operationIds = new Set<string>();
  for (const { operationId } of [...routes, ...others]) {
    if (operationIds.has(operationId)) throw new Error(`Two operations are called ${operationId}.`);
    operationIds.add(operationId);
  }
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operationOf(route, schemas, examples);
  }
  for (const other of others) {
    paths[other.path] ??= { servers: [{ url: other.prefix, description: "This server, beside the API" }] };
    const path = paths[other.path] as JsonObject;
    path[other.method.toLowerCase()] = plainOperation(other, schemas, examples);
  }
  const answers = [...routes.map(errorsOf), ...others.map(plainErrorsOf)].flatMap((each) => [
    ...each.values(),
  ]);
  const webhooks = publishedEvents(events, schemas, examples.events);
  const codes = [...new Set(answers.flat())];
  const errors = codes.map((code) => [errorName(code), errorSchema(code, schemas)]);
  const responses = usedIn(
    paths,
    "responses",
    Object.fromEntries(codes.map((code) => [errorName(code), errorAnswer([code], examples.errors)])),
  );
  return {
    openapi: "3.1.0",
    info: INFO,
    servers: [{ url: API_PREFIX, description: "This server" }],
    tags: [...new Set([...routes, ...others].map(({ tag }) => tag))].map(tagged),
    security: [{ apiKey: [] }, { session: [] }],
    paths,
    ...(events.length === 0 ? {} : { webhooks }),
    components: {
      securitySchemes: SECURITY_SCHEMES,
      headers: usedIn({ paths, responses }, "headers", HEADERS),
      schemas: { ...schemas.components, ...Object.fromEntries(errors) },
      responses,
    },
  };
}

/** Of these components those that something refers to. */
function usedIn(document: JsonObject, kind: string, components: JsonObject): JsonObject {
  const text = JSON.stringify(document);
  const used = Object.entries(components).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`));
  return Object.fromEntries(used);
}

/** What the document says of itself. */
const INFO = {
  title: "Daybook API",
  version: "1.0.0",
  description:
    "Appointments, availability, clients, menu, team, sales and payments of one business, and the events that tell of their changes. " +
    "Every success is `{success: true, data}`, every refusal `{success: false, code, message, details?}`.\n\n" +
    "Date-times carry a UTC offset: the location's where something happens at one, else `Z`. Durations are minutes. " +
    "Amounts are minor units of their currency. The examples are answers that a server gave; keys and tokens in " +
    "them open nothing.",
  contact: { name: "The Daybook project" },
  license: { name: "Apache-2.0", identifier: "Apache-2.0" },
};

const SECURITY_SCHEMES = {
  apiKey: {
    type: "http",
    scheme: "bearer",
    description: "An API key of the business, `dbk_…`, made by its owner with the scopes it needs",
  },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "daybook_session",
    description:
      "The cookie of whoever is signed in to the app (`__Host-daybook_session` under https). What they may do is a " +
      "matter of their role in the business. A write from another web site's pages is refused",
  },
};

function operationOf(route: Route, schemas: PublishedSchemas, examples: RecordedExamples): JsonObject {
  const recorded = examples.operations[route.operationId];
  const asked: RecordedRequest = recorded?.request ?? { as: "key" };
  const errors = [...errorsOf(route)].map(([status, codes]) => [
    status,
    errorReference(codes, recorded?.refusals[status]?.answer, examples.errors),
  ]);
  const content = route.body && bodyContent(route.body, route.upload, schemas, asked.body);
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: [route.description, accessSentence(route)].filter(Boolean).join("\n\n"),
    security: securityOf(route),
    parameters: parametersOf(route, schemas, asked),
    ...(content === undefined ? {} : { requestBody: { required: true, content } }),
    responses: {
      [route.status ?? 200]: successAnswer(route, schemas, recorded?.answer),
      ...Object.fromEntries(errors),
    },
  };
}

/** Either of them lets in; what only the app may do is refused to every key. */
function securityOf({ access }: Route): JsonObject[] {
  if (access.kind === "public") return [];
  const isForApp = access.kind === "session" || (access.kind === "business" && access.scope === "app_only");
  return isForApp ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }];
}

/** A body as JSON; with a file it is multipart, where what is no text stands as JSON in a part of its own. */
function bodyContent(
  body: TSchema,
  upload: UploadSpec | undefined,
  schemas: PublishedSchemas,
  asked: unknown,
): JsonObject {
  if (upload === undefined) return jsonContent(schemas.publish(body), asked ?? exampleOf(body));
  const { properties = {}, required = [], $id: _, ...shape } = body as unknown as TObject & { $id?: string };
  const { part, description, mediaTypes } = upload;
  const file = Type.Unsafe<string>({ type: "string", format: "binary", description });
  const schema = { ...shape, properties: { [part]: file, ...properties }, required: [part, ...required] };
  return {
    "multipart/form-data": {
      schema: schemas.publish(schema),
      encoding: { [part]: { contentType: mediaTypes.join(", ") } },
    },
  };
}

function accessSentence({ access }: Route): string {
  if (access.kind === "public") return "Open to everybody.";
  if (access.kind === "session") return "For whoever is signed in to the app; every key is refused.";
  if (access.kind === "caller") return "Needs a key with any scope, or a session.";
  const { scope } = access;
  const roles =
    access.roles.length === ROLES.length ? "of any role" : `with the role ${either(access.roles)}`;
  if (scope === "app_only") return `Needs a session ${roles}; every key is refused.`;
  if (scope === "any") return `Needs a key with any scope, or a session ${roles}.`;
  if (scope === "any_read") return `Needs a key with any read scope, or a session ${roles}.`;
  return `Needs a key with the scope \`${scope}\`, or a session ${roles}.`;
}

function either(words: readonly string[]): string {
  return [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" or ");
}
