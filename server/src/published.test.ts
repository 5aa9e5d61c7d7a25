import { createConfig, lintFromString } from "@redocly/openapi-core";
import type { RulesetDefinition } from "@stoplight/spectral-core";
import { expect, test } from "vitest";
import { isFullRun } from "../test/fullRun.ts";
import { SIGN_IN_OPERATIONS } from "./features/access/index.ts";
import { ERROR_STATUS } from "./kernel/errors.ts";
import { errorsOf } from "./platform/http/publishedErrors.ts";
import { NO_EXAMPLES } from "./platform/http/recordedExamples.ts";
import { exampleOf } from "./platform/http/schemaExamples.ts";
import { checkOf } from "./platform/http/validation.ts";
import { publishedDescription } from "./published.ts";
import { routesToDescribe } from "./routesToDescribe.ts";

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
}
interface Content {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;
}
interface Parameter {
  readonly name: string;
  readonly description?: string;
  readonly schema: Schema;
}
interface Operation {
  readonly operationId: string;
  readonly security?: readonly Record<string, unknown>[];
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}
interface Description {
  readonly security: readonly Record<string, unknown>[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Content>>;
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers: Readonly<Record<string, { readonly description?: string }>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}

const routes = routesToDescribe();
const description = publishedDescription(routes) as unknown as Description;
const operations = Object.values(description.paths).flatMap((path) =>
  Object.values(path).filter((each) => each.operationId !== undefined),
);

test("Redocly's recommended rules pass", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: JSON.stringify(description), config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
});

// Spectral takes ten seconds of CPU time, so `npm test` runs only Redocly's rules, which are similar.
test.runIf(isFullRun)("Spectral's recommended rules pass", { timeout: 300_000 }, async () => {
  // Loading these packages takes a second of CPU time.
  const { default: spectralCore } = await import("@stoplight/spectral-core");
  const { default: spectralParsers } = await import("@stoplight/spectral-parsers");
  const { default: spectralRulesets } = await import("@stoplight/spectral-rulesets");
  const linter = new spectralCore.Spectral();
  linter.setRuleset({ extends: [[spectralRulesets.oas as unknown as RulesetDefinition, "recommended"]] });
  const document = new spectralCore.Document(
    JSON.stringify(description),
    spectralParsers.Json,
    "openapi.json",
  );
  const problems = await linter.run(document);
  expect(problems.map(({ code, message, path }) => [code, message, path.join(".")])).toEqual([]);
});

test("every reference has a target", () => {
  const references = [...JSON.stringify(description).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
    (found) => found[1],
  );
  expect(references.length).toBeGreaterThan(100);
  for (const reference of new Set(references)) {
    const target = String(reference)
      .split("/")
      .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], description);
    expect(target, reference).toBeDefined();
  }
});

test("no $id remains, and the records of the contract are components", () => {
  expect(JSON.stringify(description)).not.toContain('"$id"');
  const records = ["Me", "Business", "Appointment", "Client", "Service", "Location", "StaffMember", "Money"];
  expect(Object.keys(description.components.schemas)).toEqual(expect.arrayContaining(records));
});

test("every route is one operation with its parameters, success, errors and security", () => {
  expect(operations.map((operation) => operation.operationId).sort()).toEqual(
    [...routes, ...SIGN_IN_OPERATIONS].map((each) => each.operationId).sort(),
  );
  for (const each of routes) {
    const path = each.path.replaceAll(/:(\w+)/g, "{$1}");
    const operation = description.paths[path]?.[each.method.toLowerCase()];
    expect(operation?.responses).toHaveProperty(String(each.status ?? 200));
    for (const code of [...errorsOf(each).values()].flat()) {
      expect(operation?.responses).toHaveProperty(String(ERROR_STATUS[code]));
      expect(codesOf(operation?.responses, ERROR_STATUS[code]), each.operationId).toContain(code);
    }
    expect(operation?.requestBody === undefined).toBe(each.body === undefined);
    const { access } = each;
    const isForApp = access.kind === "session" || (access.kind === "business" && access.scope === "app_only");
    const lets =
      access.kind === "public"
        ? []
        : access.kind === "kiosk"
          ? ["kiosk"]
          : isForApp
            ? ["session"]
            : ["apiKey", "session"];
    expect(
      (operation?.security ?? description.security).flatMap((one) => Object.keys(one)),
      each.operationId,
    ).toEqual(lets);
  }
  expect(description.components.securitySchemes).toMatchObject({
    apiKey: { type: "http", scheme: "bearer" },
    session: { type: "apiKey", in: "cookie", name: "daybook_session" },
  });
});

/** Returns the error codes of the response for a status, or of the response for the status range if the status has no response. */
function codesOf(
  responses: Operation["responses"] | undefined,
  status: number,
  { components } = description,
): string[] {
  const response = responses?.[status] ?? responses?.[`${String(status).charAt(0)}XX`];
  const shared = components.responses[response?.$ref?.split("/").at(-1) ?? ""];
  const schema = shared?.content?.["application/json"]?.schema;
  return [schema ?? {}, ...(schema?.oneOf ?? [])].flatMap(({ $ref }) => {
    const properties = components.schemas[$ref?.split("/").at(-1) ?? ""]?.properties;
    return (properties?.code as { readonly const?: string } | undefined)?.const ?? [];
  });
}

test("ETag is described where it is sent: for records with a version and some files", () => {
  for (const each of routes) {
    const path = each.path.replaceAll(/:(\w+)/g, "{$1}");
    const success = description.paths[path]?.[each.method.toLowerCase()]?.responses[each.status ?? 200];
    const shared = description.components.responses[success?.$ref?.split("/").at(-1) ?? ""];
    const headers = (shared ?? success)?.headers ?? {};
    const hasVersion = each.versioned === true && each.method !== "DELETE";
    expect("ETag" in headers, each.operationId).toBe(hasVersion || each.fileHasETag === true);
  }
});

test("sign-in operations are described with their server, bodies and answers", () => {
  for (const { path, method, operationId, body } of SIGN_IN_OPERATIONS) {
    expect(description.paths[path]).toMatchObject({ servers: [{ url: "/api/auth" }] });
    const operation = description.paths[path]?.[method.toLowerCase()];
    expect(operation?.operationId).toBe(operationId);
    expect(operation?.requestBody === undefined).toBe(body === undefined);
    expect(operation?.responses["200"]?.content?.["application/json"]?.example).toBeDefined();
  }
});

test("examples made from schemas fit their schemas", () => {
  for (const each of routes) {
    expect(checkOf(each.data)(exampleOf(each.data)), each.operationId).toEqual([]);
    if (each.body !== undefined)
      expect(checkOf(each.body)(exampleOf(each.body)), each.operationId).toEqual([]);
  }
  expect(() => publishedDescription(routes, NO_EXAMPLES)).not.toThrow();
});

test("the committed form differs from the served one only in examples and in common errors, which it describes by range", () => {
  const committed = publishedDescription(routes, undefined, true) as unknown as Description;
  expect(withoutErrors(committed)).toEqual(withoutErrors(description));
  for (const each of routes) {
    const path = each.path.replaceAll(/:(\w+)/g, "{$1}");
    const operation = committed.paths[path]?.[each.method.toLowerCase()];
    for (const code of [...errorsOf(each).values()].flat())
      expect(codesOf(operation?.responses, ERROR_STATUS[code], committed), each.operationId).toContain(code);
  }
});

/** Returns a description without examples, and without the errors of operations and their components. */
function withoutErrors(whole: Description): unknown {
  const plain = JSON.parse(JSON.stringify(whole), (name, value) =>
    ["example", "examples"].includes(name) ? undefined : value,
  );
  for (const path of Object.values<Record<string, Operation>>(plain.paths))
    for (const operation of Object.values(path)) dropKeys(operation.responses ?? {}, /^[45](\d\d|XX)$/);
  dropKeys(plain.components.schemas, /Error$/);
  const errors = Object.keys(whole.components.responses).filter(
    (name) => codesOf({ 400: { $ref: `#/components/responses/${name}` } }, 400, whole).length > 0,
  );
  for (const name of errors) delete plain.components.responses[name];
  return plain;
}

function dropKeys(object: object, pattern: RegExp): void {
  for (const key of Object.keys(object)) if (pattern.test(key)) Reflect.deleteProperty(object, key);
}

test("no field has a list of types but a scalar or null", () => {
  const lists = [...JSON.stringify(description).matchAll(/"type":\[([^\]]*)\]/g)].map((found) => found[1]);
  expect([...new Set(lists)].sort()).toEqual(['"boolean","null"', '"integer","null"', '"string","null"']);
});

test("no webhook has the tag of an operation", () => {
  const { webhooks } = description as unknown as Pick<Description, "paths"> & {
    webhooks: Description["paths"];
  };
  const tagsOf = (paths: Description["paths"]) =>
    Object.values(paths).flatMap((path) =>
      Object.values(path).flatMap((each) => (each as unknown as { tags?: string[] }).tags ?? []),
    );
  const used = new Set(tagsOf(description.paths));
  expect(tagsOf(webhooks).filter((tag) => used.has(tag))).toEqual([]);
});

test("an enum that several fields have is a component", () => {
  // A repeated enum must have a name in publishedEnums.ts. The enums of query filters ("all") and of `include` are excluded,
  // because no field of a record could name them.
  const found = [...JSON.stringify(description).matchAll(/"enum":(\[[^\]]*\])/g)].map(
    (each) => each[1] ?? "",
  );
  const repeated = found.filter((values, index) => found.indexOf(values) < index);
  expect(repeated.filter((values) => !values.includes('"all"') && values !== '["client"]')).toEqual([]);
  expect(description.components.schemas).toMatchObject({ Scope: {}, EventType: {}, CancelledBy: {} });
});

test("every field, parameter and header has a description with its unit", () => {
  const undescribed: string[] = [];
  for (const [name, schema] of Object.entries(description.components.schemas)) {
    // The `info` section describes the fields of envelopes.
    if (name.endsWith("Envelope")) continue;
    const { success, code, message, ...own } = schema.properties ?? {};
    const isError = success !== undefined && code !== undefined && message !== undefined;
    if (schema.description === undefined) undescribed.push(name);
    undescribed.push(...undescribedIn(name, isError ? { properties: own } : schema));
  }
  for (const [name, header] of Object.entries(description.components.headers))
    if (header.description === undefined) undescribed.push(name);
  for (const parameter of Object.values(description.components.parameters))
    undescribed.push(...undescribedIn("parameters", parameterField(parameter)));
  for (const { operationId, parameters = [], requestBody, responses } of operations) {
    for (const parameter of parameters)
      if (!("$ref" in parameter)) undescribed.push(...undescribedIn(operationId, parameterField(parameter)));
    for (const body of [requestBody, ...Object.values(responses)])
      for (const { schema } of Object.values(body?.content ?? {}))
        undescribed.push(...undescribedIn(operationId, schema ?? {}));
  }
  expect(undescribed).toEqual([]);
});

function parameterField({ name, schema, description: words }: Parameter): Schema {
  return { properties: { [name]: { ...schema, description: words ?? "" } } };
}

/** Returns the fields of a schema that have no description or do not name their unit. */
function undescribedIn(where: string, schema: Schema): string[] {
  const inner = [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), schema.additionalProperties];
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
      ...(isDescribed(name, field) ? [] : [`${where}.${name}: ${field.description}`]),
      ...undescribedIn(`${where}.${name}`, field),
    ]),
    ...inner.flatMap((each) => (typeof each === "object" ? undescribedIn(where, each) : [])),
  ];
}

/** Returns whether a field has a description that names its unit. A reference uses the description of the schema it refers to. */
function isDescribed(name: string, field: Schema): boolean {
  if (field.$ref !== undefined) return true;
  const words = field.description ?? "";
  return words.length > 2 && UNITS.every(([isOf, unit]) => !isOf(name, field) || unit.test(words));
}

/** Predicates for fields that have a unit, each with a pattern for the words with which a description names the unit. */
const UNITS: readonly [(name: string, field: Schema) => boolean, RegExp][] = [
  [(_, { format }) => format === "date-time", /UTC|offset/],
  [(_, { format }) => format === "date", /\bdate\b|\bday\b|YYYY-MM-DD/i],
  [(name) => /(^|_)minutes$/.test(name), /minute/i],
  [(name) => /(^|_)days$/.test(name), /\bday|date/i],
  [(name) => /(^|_)weeks$/.test(name), /week/i],
  [(name) => /(^|_)seconds$|^retry_after$/.test(name), /second/i],
  [(name) => /(^|_)ms$/.test(name), /millisecond/i],
  [(name) => name === "amount", /minor unit/i],
];
