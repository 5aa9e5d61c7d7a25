import { Type } from "typebox";
import { expect, describe as suite, test } from "vitest";
import { publishedEvents } from "../../features/webhooks/index.ts";
import { EVENT_SCOPES } from "../../kernel/events.ts";
import { type DescriptionParts, describe } from "./openapi.ts";
import { PUBLISHED_ERRORS } from "./publishedErrors.ts";
import { type Route, route, scoped } from "./route.ts";
import { exampleOf } from "./schemaExamples.ts";
import { commaList, Id, input, nullable, query, record } from "./shapes.ts";
import { checkOf } from "./validation.ts";

interface Operation {
  readonly operationId: string;
  readonly security?: readonly unknown[];
  readonly parameters: readonly Record<string, unknown>[];
  readonly requestBody?: Record<string, unknown>;
  readonly responses: Readonly<Record<string, Record<string, unknown>>>;
}
interface Description {
  readonly openapi: string;
  readonly info: Record<string, unknown>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface Sent {
  readonly schema: { readonly $ref: string };
  readonly examples?: object;
}
interface Request {
  readonly parameters: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody: { readonly content: { readonly "application/json": Sent } };
}
interface Parameter {
  readonly name: string;
}

const describing = (routes: readonly Route[], parts: DescriptionParts = {}) =>
  describe(routes, parts) as unknown as Description;

const Chair = record("Chair", "Something to sit on", { id: Id, label: nullable(Type.String()) });
const base = {
  access: scoped("staff:read"),
  summary: "Sit",
  tag: "Chairs",
  run: async () => ({ data: { id: "", label: null } }) as never,
} as const;
const listChairs = route({
  ...base,
  method: "GET",
  path: "/businesses/:business/chairs",
  operationId: "list",
  data: Chair,
});

suite("every event", () => {
  const description = describe([listChairs], { events: publishedEvents }) as unknown as {
    readonly webhooks: Readonly<Record<string, { readonly post: Request }>>;
    readonly components: {
      readonly parameters: Readonly<Record<string, Parameter>>;
      readonly schemas: Readonly<Record<string, Record<string, unknown>>>;
    };
  };
  const bodyOf = (type: string) => {
    const { content } = description.webhooks[type]?.post.requestBody ?? {};
    if (content === undefined) throw new Error(`${type} is not described.`);
    return content["application/json"];
  };

  test("is described in both forms, and so is the test delivery", () => {
    expect(Object.keys(description.webhooks)).toEqual([...Object.keys(EVENT_SCOPES), "test"]);
    for (const { type } of publishedEvents) {
      const name = bodyOf(type).schema.$ref.split("/").at(-1) ?? "";
      const properties = description.components.schemas[name]?.properties as {
        readonly data: { readonly anyOf: readonly unknown[] };
      };
      expect(properties).toMatchObject({ type: { const: type } });
      expect(properties.data.anyOf.length, type).toBeGreaterThan(1);
    }
  });

  test("has a description for each header", () => {
    for (const { post } of Object.values(description.webhooks))
      expect(namesOf(post.parameters, description.components.parameters)).toEqual([
        "Service-Signature",
        "Service-Event-Id",
        "Service-Attempt",
        "Service-Event-Type",
      ]);
  });

  test("has examples that fit its schemas", () => {
    for (const { type, full, ids } of publishedEvents) {
      expect(checkOf(full)(exampleOf(full)), type).toEqual([]);
      expect(checkOf(ids)(exampleOf(ids)), type).toEqual([]);
    }
    // Only one event type per record has examples, because the other types have the same data.
    const shown = publishedEvents.filter(({ type }) => bodyOf(type).examples !== undefined);
    expect(shown.map(({ type }) => type)).toEqual([
      "appointment.created",
      "client.created",
      "client.updated",
      "payment.succeeded",
      "sale.completed",
    ]);
    for (const { type } of shown)
      expect(Object.keys(bodyOf(type).examples ?? {})).toEqual(["full", "ids_only"]);
  });
});

test("the description has a title, a version and a licence", () => {
  const { openapi, info } = describing([listChairs]);
  expect(openapi).toBe("3.1.0");
  expect(info).toMatchObject({ version: "1.0.0", license: { identifier: "Apache-2.0" } });
});

test("a schema with an $id is published once and referred to", () => {
  const Table = record("Table", "With chairs", { chairs: Type.Array(Chair), best: nullable(Chair) });
  const { components, paths } = describing([
    listChairs,
    route({
      ...base,
      method: "GET",
      path: "/businesses/:business/tables",
      operationId: "tables",
      data: Table,
      run: async () => ({ data: { chairs: [], best: null } }),
    }),
  ]);
  expect(components.schemas).toMatchObject({
    Chair: { type: "object", required: ["id", "label"] },
    Table: {
      properties: {
        chairs: { type: "array", items: { $ref: "#/components/schemas/Chair" } },
        best: { oneOf: [{ $ref: "#/components/schemas/Chair" }, { type: "null" }] },
      },
    },
  });
  // Later versions may add fields to a response.
  expect(components.schemas?.Chair).not.toHaveProperty("additionalProperties");
  const { responses } = paths["/businesses/{business}/chairs"]?.get ?? {};
  // A response is a component only if several operations share it.
  expect(responses?.["200"]).toMatchObject({
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/ChairEnvelope" },
        example: { success: true, data: { label: null } },
      },
    },
  });
  expect(components.schemas?.ChairEnvelope).toMatchObject({
    properties: { success: { type: "boolean" }, data: { $ref: "#/components/schemas/Chair" } },
    required: ["success", "data"],
  });
});

test("a record in a request is closed, and open in an answer", () => {
  const Box = record("Box", "With a lid", { lid: Type.String() });
  const put = route({
    ...base,
    method: "PUT",
    path: "/businesses/:business/box",
    operationId: "put",
    body: input("StoreInput", "What to store", { box: Box }),
    data: Box,
  });
  const { schemas } = describing([put]).components;
  expect(schemas?.BoxInput).toMatchObject({ additionalProperties: false });
  expect(schemas?.Box).not.toHaveProperty("additionalProperties");
  expect(schemas?.StoreInput).toMatchObject({
    additionalProperties: false,
    properties: { box: { $ref: "#/components/schemas/BoxInput" } },
  });
});

test("two schemas with one $id throw, and so do two operations with one operationId", () => {
  const Other = record("Chair", "Another one", { id: Id });
  const other = route({
    ...base,
    method: "GET",
    path: "/businesses/:business/others",
    operationId: "others",
    data: Other,
    run: async () => ({ data: { id: "" } }),
  });
  expect(() => describe([listChairs, other])).toThrow("Two different schemas are named Chair.");
  expect(() => describe([listChairs, listChairs])).toThrow("Two operations have the operationId list.");
});

test("a field may have the name of a JSON Schema keyword", () => {
  const Odd = record("Odd", "Odd names", { $id: Type.String(), enum: Type.String(), style: Type.Integer() });
  const odd = route({
    ...base,
    method: "GET",
    path: "/businesses/:business/odd",
    operationId: "odd",
    data: Odd,
    run: async () => ({ data: { $id: "", enum: "", style: 1 } }),
  });
  expect(describing([odd]).components.schemas?.Odd).toMatchObject({
    properties: { $id: { type: "string" }, enum: { type: "string" }, style: { type: "integer" } },
    required: ["$id", "enum", "style"],
  });
});

test("parameters come from path and query, comma-separated lists with their style", () => {
  const one = route({
    ...base,
    method: "GET",
    path: "/businesses/:business/chairs/:chair",
    operationId: "one",
    query: query({
      ids: commaList(Id, { minItems: 1, description: "Which" }),
      limit: Type.Optional(Type.Integer({ maximum: 9 })),
    }),
    data: Chair,
  });
  const parameters = describing([one]).paths["/businesses/{business}/chairs/{chair}"]?.get?.parameters;
  expect(parameters).toMatchObject([
    { name: "business", in: "path", required: true, schema: { format: "uuid" } },
    { name: "chair", in: "path", required: true },
    {
      name: "ids",
      in: "query",
      required: true,
      description: "Which",
      style: "form",
      explode: false,
      schema: { type: "array", minItems: 1 },
    },
    { name: "limit", in: "query", schema: { maximum: 9 } },
  ]);
  expect(parameters?.[2]?.schema).not.toHaveProperty("style");
});

test("the errors of an operation follow from its access, its schemas and its own list", () => {
  const Seat = input("Seat", "Where to sit", { id: Id });
  const routes = [
    route({
      ...base,
      method: "GET",
      path: "/open",
      access: { kind: "public" },
      operationId: "open",
      data: Chair,
    }),
    route({
      ...base,
      method: "GET",
      path: "/mine",
      access: { kind: "caller" },
      operationId: "mine",
      data: Chair,
    }),
    route({
      ...base,
      method: "PATCH",
      path: "/businesses/:business/chairs/:chair",
      operationId: "move",
      body: Seat,
      data: Chair,
      versioned: true,
      errors: ["time_conflict", "invalid_transition"],
    }),
    route({
      ...base,
      method: "POST",
      path: "/businesses/:business/chairs",
      operationId: "make",
      body: Seat,
      data: Chair,
      status: 201,
      versioned: true,
      errors: ["patch_test_required"],
    }),
  ];
  const { paths, components } = describing(routes);
  const statuses = (operation: Operation | undefined) => Object.keys(operation?.responses ?? {});
  const nameOf = (operation: Operation | undefined, status: string) =>
    String(operation?.responses[status]?.$ref).split("/").at(-1);
  const [open, mine] = [paths["/open"]?.get, paths["/mine"]?.get];
  const [move, make] = [
    paths["/businesses/{business}/chairs/{chair}"]?.patch,
    paths["/businesses/{business}/chairs"]?.post,
  ];
  expect(statuses(open)).toEqual(["200", "422", "429", "500", "503"]);
  expect(nameOf(open, "422")).toBe("ValidationFailed");
  expect(open?.security).toEqual([]);
  expect(statuses(mine)).toEqual(["200", "401", "422", "429", "500", "503"]);
  const ofWrites = ["400", "401", "403", "404", "413", "415", "422", "429", "500", "503"];
  expect(statuses(move)).toEqual(["200", ...ofWrites, "409", "412"].sort());
  expect(nameOf(move, "409")).toBe("TimeConflictOrInvalidTransition");
  expect(statuses(make)).toEqual(["201", ...ofWrites]);
  expect(nameOf(make, "422")).toBe("ValidationFailedOrIdempotencyKeyReusedOrPatchTestRequired");

  const { paths: brief } = describing(routes, { isBrief: true });
  const moveInBrief = brief["/businesses/{business}/chairs/{chair}"]?.patch;
  expect(statuses(brief["/open"]?.get)).toEqual(["200", "4XX", "5XX"]);
  expect(nameOf(brief["/open"]?.get, "4XX")).toBe("PublicReadErrors");
  expect(nameOf(brief["/mine"]?.get, "4XX")).toBe("ReadErrors");
  expect(statuses(moveInBrief)).toEqual(["200", "409", "412", "4XX", "5XX"]);
  expect(nameOf(moveInBrief, "4XX")).toBe("WriteErrors");
  // A status for which an operation has a specific code is listed with all its codes, because the status takes precedence over the range.
  expect(nameOf(brief["/businesses/{business}/chairs"]?.post, "422")).toBe(
    "ValidationFailedOrIdempotencyKeyReusedOrPatchTestRequired",
  );
  expect(namesOf(move?.parameters, components.parameters)).toEqual([
    "business",
    "chair",
    "dry_run",
    "If-Match",
    "Idempotency-Key",
  ]);
  expect(namesOf(make?.parameters, components.parameters)).toEqual([
    "business",
    "dry_run",
    "Idempotency-Key",
  ]);
  expect(move?.responses["200"]).toEqual({ $ref: "#/components/responses/ChairAnswer" });
  expect(components.responses?.ChairAnswer).toHaveProperty(["headers", "ETag"]);
  const reference = "#/components/responses/TimeConflictOrInvalidTransition";
  expect(move?.responses["409"]).toEqual({ $ref: reference });
  expect(components.responses?.TimeConflictOrInvalidTransition).toMatchObject({
    content: {
      "application/json": {
        schema: {
          oneOf: [
            { $ref: "#/components/schemas/TimeConflictError" },
            { $ref: "#/components/schemas/InvalidTransitionError" },
          ],
        },
        examples: { time_conflict: { $ref: "#/components/examples/TimeConflictError" } },
      },
    },
  });
  expect(components.examples?.TimeConflictError).toMatchObject({
    value: { success: false, code: "time_conflict" },
  });
  expect(components.schemas?.VersionMismatchError).toMatchObject({
    properties: {
      code: { const: "version_mismatch" },
      details: { properties: { version: { type: "integer" } } },
    },
  });
});

test("the example of each error fits its schema", () => {
  for (const [code, { details }] of Object.entries(PUBLISHED_ERRORS))
    if (details !== undefined) expect(checkOf(details)(exampleOf(details)), code).toEqual([]);
});

function namesOf(parameters: readonly unknown[] | undefined, shared: unknown): string[] {
  return ((parameters ?? []) as { readonly name?: string; readonly $ref?: string }[]).map(
    ({ name, $ref }) =>
      name ?? (shared as Record<string, { name: string }>)[String($ref).split("/").at(-1) ?? ""]?.name ?? "",
  );
}
