import { expect, test } from "vitest";
import { NO_EXAMPLES } from "./platform/http/recordedExamples.ts";
import { publishedDescription } from "./published.ts";
import { routesToDescribe } from "./routesToDescribe.ts";

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: { readonly $ref?: string } }>>;
  };
}

/** The verbs of operations. Add a verb only when none of these describes the operation. */
const VERBS: readonly string[] = [
  ...["list", "get", "create", "update", "replace", "delete", "archive", "revoke", "remove"],
  ...["find", "book", "reschedule", "resize", "transition", "apply"],
  ...[
    "quote",
    "void",
    "refund",
    "adjust",
    "block",
    "unblock",
    "cancel",
    "charge",
    "connect",
    "disconnect",
    "receive",
    "send",
  ],
  ...["merge", "erase", "export", "stream", "submit", "accept", "confirm", "preview"],
  ...["enable", "disable", "rotate", "test", "redeliver"],
  ...["sign", "request", "reset", "extend", "check", "join", "decline", "withdraw"],
  ...["pair", "unlock", "unpair", "settle"],
  ...["run", "undo"],
  ...["advance", "trigger"],
];

const description = publishedDescription(routesToDescribe(), NO_EXAMPLES);
const paths = description.paths as Readonly<Record<string, Readonly<Record<string, Operation>>>>;
const operations = Object.values(paths).flatMap((path) =>
  Object.entries(path).flatMap(([method, operation]) =>
    operation.operationId === undefined ? [] : [{ method, ...operation }],
  ),
);

test("every operationId starts with a known verb", () => {
  expect(operations.length).toBeGreaterThan(100);
  const unknown = operations.filter(({ operationId }) => !VERBS.includes(verbOf(operationId)));
  expect(unknown.map(({ operationId }) => operationId)).toEqual([]);
});

test("every summary starts with the verb of its operationId", () => {
  const others = operations.filter(({ operationId, summary }) => {
    const verb = verbOf(operationId);
    return !summary.startsWith(`${verb.charAt(0).toUpperCase()}${verb.slice(1)} `);
  });
  expect(others.map(({ operationId, summary }) => `${operationId}: ${summary}`)).toEqual([]);
});

test("a request body is named …Input or …Changes, and that of a PATCH …Changes", () => {
  const misnamed = operations.flatMap(({ method, operationId, requestBody }) => {
    const name = requestBody?.content["application/json"]?.schema.$ref?.split("/").at(-1);
    if (name === undefined) return [];
    const isNamed = method === "patch" ? /Changes$/.test(name) : /(Input|Changes)$/.test(name);
    return isNamed ? [] : [`${operationId}: ${name}`];
  });
  expect(misnamed).toEqual([]);
});

test("a field of a schema with a name for Go has its own: oapi-codegen would give it the schema's", () => {
  const { schemas } = description.components as { readonly schemas: Readonly<Record<string, object>> };
  const renamed = Object.entries(schemas).filter(([, schema]) => "x-go-name" in schema);
  expect(renamed.map(([name]) => name)).toEqual(["Client"]);
  const fields = [
    ...JSON.stringify(schemas).matchAll(/"(\w+)":(\{"\$ref":"#\/components\/schemas\/Client"[^}]*\})/g),
  ];
  const goNames = fields.map(([, field = "", schema = ""]) => [field, JSON.parse(schema)["x-go-name"]]);
  expect(goNames).toContainEqual(["data", "Data"]);
  // In those schemas "items" is the keyword of a list, not a field.
  const nameless = goNames.filter(([field, goName]) => goName === undefined && field !== "items");
  expect(nameless).toEqual([]);
});

function verbOf(operationId: string): string {
  return /^[a-z]+/.exec(operationId)?.[0] ?? "";
}
