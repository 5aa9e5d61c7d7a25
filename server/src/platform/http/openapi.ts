import type { TSchema } from "typebox";
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
import { type JsonObject, type PublishedSchemas, publishedSchemas } from "./publishedSchemas.ts";
import { type Route, takesIdempotencyKey } from "./route.ts";
import { exampleOf } from "./schemaExamples.ts";
import { Id } from "./shapes.ts";

/**
 * The OpenAPI 3.1 description of the routes, from the same table and the same schemas that serve them (decision 5).
 * Shapes with an `$id` become named components. Throws when two shapes share one, or two routes an operation id.
 */
export function describe(routes: readonly Route[], info: DescriptionInfo = INFO): JsonObject {
  const schemas = publishedSchemas();
  const paths: Record<string, JsonObject> = {};
  const operationIds = new Set<string>();
  for (const route of routes) {
    if (operationIds.has(route.operationId))
      throw new Error(`Two operations are called ${route.operationId}.`);
    operationIds.add(route.operationId);
    const path = route.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operationOf(route, schemas);
  }
  const answers = routes.flatMap((route) => [...errorsOf(route).values()]);
  const codes = [...new Set(answers.flat())];
  const alone = [...new Set(answers.filter((each) => each.length === 1).flat())];
  const errors = codes.map((code) => [errorName(code), errorSchema(code, schemas)]);
  return {
    openapi: "3.1.0",
    info: { ...info, license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
    servers: [{ url: "/api/v1", description: "This server" }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description: "An API key of the business, `dbk_…`, made by its owner with the scopes it needs",
        },
      },
      headers: HEADERS,
      schemas: { ...schemas.components, ...Object.fromEntries(errors) },
      responses: Object.fromEntries(alone.map((code) => [errorName(code), errorAnswer([code])])),
    },
  };
}

/** What the document says of itself. */
interface DescriptionInfo {
  readonly title: string;
  readonly version: string;
  readonly description: string;
}

const INFO: DescriptionInfo = {
  title: "Daybook API",
  version: "1.0.0",
  description:
    "Appointments, availability, clients, menu and team of one business. Every success is " +
    "`{success: true, data}`, every refusal `{success: false, code, message, details?}`.",
};

function operationOf(route: Route, schemas: PublishedSchemas): JsonObject {
  const errors = [...errorsOf(route)].map(([status, codes]) => [status, errorReference(codes)]);
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: [route.description, accessSentence(route)].filter(Boolean).join("\n\n"),
    ...(route.access.kind === "public" ? { security: [] } : {}),
    parameters: [
      ...pathParameters(route),
      ...queryParameters(route, schemas),
      ...versionParameter(route),
      ...idempotencyParameter(route),
    ],
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: jsonContent(schemas.publish(route.body), exampleOf(route.body)),
          },
        }),
    responses: { [route.status ?? 200]: successAnswer(route, schemas), ...Object.fromEntries(errors) },
  };
}

function accessSentence({ access }: Route): string {
  if (access.kind === "public") return "Open to everybody.";
  if (access.kind === "session") return "For whoever is signed in to the app; every key is refused.";
  if (access.kind === "caller" || access.scope === "any") return "Needs a key with any scope.";
  if (access.scope === "any_read") return "Needs a key with any read scope.";
  if (access.scope === "app_only") return "Only from the app; every key is refused.";
  return `Needs the scope \`${access.scope}\`.`;
}

function pathParameters(route: Route): JsonObject[] {
  return [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string", format: "uuid" },
    example: exampleOf(Id),
  }));
}

function queryParameters(route: Route, schemas: PublishedSchemas): JsonObject[] {
  const required: readonly string[] = route.query?.required ?? [];
  const properties: Readonly<Record<string, TSchema>> = route.query?.properties ?? {};
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = schemas.publish(property);
    return {
      name,
      in: "query",
      required: required.includes(name),
      ...(description === undefined ? {} : { description }),
      // Lists are comma-separated.
      ...(schema.type === "array" ? { style: "form", explode: false } : {}),
      schema,
    };
  });
}

/** `If-Match` where a change of a versioned record can be made conditional. */
function versionParameter(route: Route): JsonObject[] {
  if (!errorsOf(route).has(412)) return [];
  return [
    {
      name: "If-Match",
      in: "header",
      required: false,
      description:
        "The `ETag` of the version that was seen; a record that has changed since then answers 412",
      schema: { type: "string" },
      example: '"1"',
    },
  ];
}

/** `Idempotency-Key` where the same request can be sent again without doing its work twice. */
function idempotencyParameter(route: Route): JsonObject[] {
  if (!takesIdempotencyKey(route)) return [];
  const without = route.replaysWithout ?? [];
  return [
    {
      name: "Idempotency-Key",
      in: "header",
      required: false,
      description:
        "A text of your own for this request. Sent again within 24 hours it is answered as the first time, with " +
        "`Idempotency-Replayed: true`, and nothing is done twice" +
        (without.length === 0
          ? ""
          : `; ${without.map((name) => `\`${name}\``).join(" and ")} is not repeated`),
      schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[ -~]+$" },
      example: "booking-4711",
    },
  ];
}
