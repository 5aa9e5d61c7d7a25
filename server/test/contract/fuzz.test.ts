import { randomInt } from "node:crypto";
import { Ajv2020 as Ajv, type ValidateFunction } from "ajv/dist/2020.js";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { type Browser, signedIn, signedUp } from "../fixtures/signedIn.ts";
import { isFullRun } from "../fullRun.ts";
import { anyValueOf, type JsonSchema } from "./anyValue.ts";
import { type RecordsApp, recordsApp, sentAs } from "./recordsApp.ts";

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly schema: JsonSchema;
}
interface Content {
  /** Response schemas by media type. */
  readonly content: Readonly<Record<string, { readonly schema: JsonSchema } | undefined>>;
}
/** The schema of a JSON body, or of a multipart body with a file part. */
interface RequestBody {
  readonly content: Readonly<
    Record<"application/json" | "multipart/form-data", { readonly schema: JsonSchema } | undefined>
  >;
}
interface Described {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content: Content["content"];
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, Described | { readonly $ref: string }>>;
}
type PathItem = Readonly<Record<string, Operation>> & {
  readonly servers?: readonly { readonly url: string }[];
};
interface Description {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, Described>>;
  };
}

let fixture: RecordsApp;
let outsider: Browser;
let visitor: Browser;
let description: Description;
beforeAll(async () => {
  fixture = await recordsApp();
  outsider = await signedIn(fixture);
  visitor = await signedUp(fixture.app);
  // The test takes the routes from the published description only.
  description = (await fixture.app.inject({ url: "/api/v1/openapi.json" })).json();
});

test("every response matches the description", { timeout: 480_000 }, async () => {
  const validate = validatorOf(description);
  const operations = Object.entries(description.paths).flatMap(([path, { servers, ...methods }]) =>
    Object.entries(methods).map(([method, operation]) => {
      const server = (servers ?? description.servers)[0]?.url ?? "";
      return { path, method, operation, server, isApi: servers === undefined };
    }),
  );
  expect(operations.length).toBeGreaterThan(20);
  const seen = new Set<number>();
  for (const { path, method, operation, server, isApi } of operations) {
    // Skips the event stream, which ends only when the client disconnects.
    if (path.endsWith("/changes")) continue;
    // Operations outside of the API, such as signing out, may end sessions, so the test calls them as a visitor with a separate
    // session.
    const callers = isApi ? anyCaller() : anyVisitor();
    await fc.assert(
      fc.asyncProperty(anyRequest(path, operation), callers, async (request, caller) => {
        const isUpload = operation.requestBody?.content["multipart/form-data"] !== undefined;
        const { payload, headers } =
          request.payload === undefined
            ? { payload: undefined, headers: {} }
            : await sentAs(isUpload ? UPLOAD : {}, request.payload);
        const answer = await fixture.app.inject({
          method: method.toUpperCase() as "GET",
          url: server + request.url,
          // Each request has a random IP address, because public routes and sign-in have rate limits per address.
          remoteAddress: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
          headers: { ...caller(), ...headers, ...request.headers },
          ...(payload === undefined ? {} : { payload }),
        });
        seen.add(answer.statusCode);
        const context = `${operation.operationId} → ${answer.statusCode} ${answer.body.slice(0, 500)}`;
        const found =
          operation.responses[answer.statusCode] ??
          operation.responses[`${String(answer.statusCode).charAt(0)}XX`];
        expect(found, context).toBeDefined();
        // The description lists status 500, but no request may cause it.
        expect(answer.statusCode, context).toBeLessThan(500);
        const response =
          found !== undefined && "$ref" in found
            ? description.components.responses[found.$ref.split("/").at(-1) ?? ""]
            : found;
        const [mediaType = ""] = String(answer.headers["content-type"]).split(";");
        const described = response?.content[mediaType];
        expect(described, context).toBeDefined();
        // CSV reports have no JSON schema.
        const value = mediaType === "application/json" ? answer.json() : answer.body;
        const check = validate(described?.schema as JsonSchema);
        expect(check(value) ? [] : check.errors, context).toEqual([]);
        for (const name of ["etag", "retry-after", "www-authenticate"])
          if (answer.headers[name] !== undefined)
            expect(
              Object.keys(response?.headers ?? {}).map((each) => each.toLowerCase()),
              context,
            ).toContain(name);
      }),
      { numRuns: isFullRun ? 100 : 4 },
    );
  }
  // The requests must produce each of these statuses. A short run may generate no valid POST body, so only a full run
  // requires 201 and 409.
  for (const status of [200, 401, 403, 404, 422, ...(isFullRun ? [201, 409] : [])])
    expect([...seen]).toContain(status);
});

/** Compiles each response schema once, with the components that it references. */
function validatorOf({ components }: Description): (schema: JsonSchema) => ValidateFunction {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema({ $id: "file:///description", components });
  const compiled = new Map<string, ValidateFunction>();
  return (schema) => {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"file:///description#/components/');
    const known = compiled.get(text) ?? ajv.compile(JSON.parse(text));
    compiled.set(text, known);
    return known;
  };
}

/** Generates credentials. Most have access, so that most requests reach the operation. */
function anyCaller(): fc.Arbitrary<() => Record<string, string>> {
  const site = { host: "localhost:80", origin: "http://localhost:80" };
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant(() => ({ authorization: `Bearer ${fixture.salon.key}` })) },
    { weight: 8, arbitrary: fc.constant(() => ({ cookie: fixture.owner.cookie(), ...site })) },
    { weight: 1, arbitrary: fc.constant(() => ({ cookie: outsider.cookie(), ...site })) },
    { weight: 1, arbitrary: fc.constant(() => ({ authorization: `Bearer ${fixture.other.salon.key}` })) },
    { weight: 1, arbitrary: fc.constant(() => ({})) },
  );
}

const UPLOAD = { upload: { part: "file", description: "", mediaTypes: [], maxBytes: 0 } };
function anyVisitor(): fc.Arbitrary<() => Record<string, string>> {
  const site = { host: "localhost:80", origin: "http://localhost:80" };
  return fc.oneof(
    fc.constant(() => ({ cookie: visitor.cookie(), ...site })),
    fc.constant(() => site),
    fc.constant(() => ({ ...site, origin: "https://elsewhere.example" })),
  );
}

interface AnyRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly payload?: string;
}

/** Generates requests that match the description or nearly match it. */
function anyRequest(path: string, operation: Operation): fc.Arbitrary<AnyRequest> {
  const anyOf = (name: string, schema: JsonSchema) =>
    anyValueOf(schema, description.components.schemas, fixture.ids, name);
  // Excludes dry runs, because they omit secrets that the description requires; dryRun.test.ts covers them.
  const described = (operation.parameters ?? [])
    .map((parameter) => ("$ref" in parameter ? sharedParameter(parameter.$ref) : parameter))
    .filter(({ name }) => name !== "dry_run");
  const parameters = described.map((each) => {
    const value = anyOf(each.name, each.schema).map((one) => [one].flat().map(textOf).join(","));
    const given = each.required ? 20 : 1;
    return fc
      .oneof({ weight: given, arbitrary: value }, { weight: 1, arbitrary: fc.constant(undefined) })
      .map((text) => ({ ...each, text: each.in === "path" ? segmentOf(text ?? "x") : text }));
  });
  const content = operation.requestBody?.content;
  const body = (content?.["application/json"] ?? content?.["multipart/form-data"])?.schema;
  const payload =
    body === undefined ? fc.constant(undefined) : anyOf("", body).map((value) => JSON.stringify(value));
  return fc.tuple(fc.tuple(...parameters), payload).map(([given, text]) => {
    const query = new URLSearchParams();
    const headers: Record<string, string> = {};
    let url = path;
    for (const { name, in: part, text: value } of given) {
      if (value === undefined) continue;
      if (part === "path") url = url.replace(`{${name}}`, encodeURIComponent(value.toWellFormed()));
      else if (part === "query") query.set(name, value);
      // Header values are limited to printable ASCII.
      else if (value.trim() !== "") headers[name] = value.replaceAll(/[^\x20-\x7e]/g, "?");
    }
    return { url: `${url}?${query}`, headers, ...(text === undefined ? {} : { payload: text }) };
  });
}

/**
 * Returns a text as a path segment. Replaces `.` and `..`, because a URL parser removes these segments, and the request would
 * be for another path.
 */
function segmentOf(text: string): string {
  return /^\.{1,2}$/.test(text) ? "x" : text;
}

function sharedParameter($ref: string): Parameter {
  const shared = description.components.parameters[$ref.split("/").at(-1) ?? ""];
  if (shared === undefined) throw new Error(`The description has no ${$ref}.`);
  return shared;
}

function textOf(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
