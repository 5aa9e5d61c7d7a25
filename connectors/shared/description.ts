/** The JSON Schema keywords that the connectors read from the OpenAPI description. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: unknown;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface PublishedOperation {
  readonly operationId?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly $ref?: string }>>;
}

/** The parts of the published description (`docs/openapi.json`) that the connectors read. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, PublishedOperation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The request and response of an operation, with references resolved. */
export interface OperationShape {
  readonly method: string;
  readonly path: string;
  readonly scope: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
  /** The schema of `data` in a successful response. */
  readonly data: Schema;
}

const SCOPE = /API key with the scope `([a-z]+:[a-z]+)`/;

/** Returns the shape of an operation. Throws if the description has no such operation, or if API keys cannot call it. */
export function shapeOf(description: Description, operationId: string): OperationShape {
  for (const [path, methods] of Object.entries(description.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.operationId !== operationId) continue;
      const scope = SCOPE.exec(operation.description ?? "")?.[1];
      if (scope === undefined) throw new Error(`${operationId} names no scope.`);
      const body = operation.requestBody?.content["application/json"]?.schema;
      return {
        method: method.toUpperCase(),
        path,
        scope,
        parameters: (operation.parameters ?? []).map((one) => dereferenced(description, one) as Parameter),
        body: body && resolve(description, body),
        data: dataOf(description, operation),
      };
    }
  }
  throw new Error(`The description has no operation ${operationId}.`);
}

function dataOf(description: Description, { responses }: PublishedOperation): Schema {
  const answer = responses["200"] ?? responses["201"];
  const { content } = dereferenced(description, answer ?? {}) as {
    content: Record<string, { schema: Schema }>;
  };
  const envelope = resolve(description, content["application/json"]?.schema ?? {});
  return resolve(description, envelope.properties?.data ?? {});
}

/**
 * Resolves a schema's reference and removes `null` from the alternatives. The description of the schema overrides the description of the
 * referenced schema.
 */
export function resolve(description: Description, schema: Schema): Schema {
  const followed = dereferenced(description, schema) as Schema;
  const alternatives = (followed.oneOf ?? followed.anyOf)?.filter(({ type }) => type !== "null");
  const only = alternatives?.length === 1 ? alternatives[0] : undefined;
  if (followed.allOf !== undefined) return merged(description, followed.allOf, textOf(followed));
  return only === undefined ? followed : { ...resolve(description, only), ...textOf(followed) };
}

function merged(description: Description, parts: readonly Schema[], text: object): Schema {
  const all = parts.map((part) => resolve(description, part));
  const properties = Object.assign({}, ...all.map((part) => part.properties));
  return { type: "object", properties, required: all.flatMap((part) => part.required ?? []), ...text };
}

function textOf({ description }: Schema): { description?: string } {
  return description === undefined ? {} : { description };
}

function dereferenced(description: Description, value: { readonly $ref?: string }): object {
  if (value.$ref === undefined) return value;
  const [, , kind = "", name = ""] = value.$ref.split("/");
  const target = description.components[kind]?.[name];
  if (target === undefined || target === null) throw new Error(`The description has no ${value.$ref}.`);
  const { $ref: _, ...nearer } = value;
  return { ...dereferenced(description, target as { readonly $ref?: string }), ...nearer };
}

/** Returns the type of a schema without `null`. */
export function typeOf({ type, properties }: Schema): string | undefined {
  const named = typeof type === "string" ? type : type?.find((one) => one !== "null");
  return named ?? (properties === undefined ? undefined : "object");
}
