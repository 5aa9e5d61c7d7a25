import type { FastifyInstance, FastifyRequest } from "fastify";
import type { TSchema } from "typebox";
import { ApiError, type FieldProblem } from "../../kernel/errors.ts";

/** The size limit of a JSON body (contract §1, 413). */
export const MAX_BODY_BYTES = 256 * 1024;

/** The maximum nesting depth of a body. No body schema is nested this deeply. */
const MAX_DEPTH = 16;

/**
 * Installs the body parser. An operation with a body (`takesBody`) accepts only JSON. An operation without a body accepts an empty body
 * of any content type and `{}` (contract §1). With `takesForm`, a URL-encoded form is accepted too and becomes `URLSearchParams`.
 */
export function readBodies(
  app: FastifyInstance,
  takesBody: (request: FastifyRequest) => boolean,
  takesForm: (request: FastifyRequest) => boolean = () => false,
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "*",
    { parseAs: "buffer", bodyLimit: MAX_BODY_BYTES },
    (request, payload, done) => {
      try {
        bytesByRequest.set(request, payload as Buffer);
        const type = request.headers["content-type"];
        const isForm = takesForm(request) && /^application\/x-www-form-urlencoded\s*(;|$)/i.test(type ?? "");
        done(
          null,
          isForm ? parseForm(payload as Buffer) : parsed(payload as Buffer, type, takesBody(request)),
        );
      } catch (error) {
        done(error as Error);
      }
    },
  );
}

const bytesByRequest = new WeakMap<FastifyRequest, Buffer>();

/** Returns the body bytes as sent; empty without a body. */
export function bytesOfBody(request: FastifyRequest): Buffer {
  return bytesByRequest.get(request) ?? Buffer.alloc(0);
}

function parsed(payload: Buffer, contentType: string | undefined, takesBody: boolean): unknown {
  if (payload.length === 0 && !takesBody) return undefined;
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? "")) {
    throw new ApiError("unsupported_media_type", "Send the body as application/json.");
  }
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType ?? "")?.[1]?.toLowerCase();
  if (charset !== undefined && charset !== "utf-8" && charset !== "utf8") {
    throw new ApiError("unsupported_media_type", "The charset must be utf-8.");
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(payload));
  } catch (cause) {
    throw new ApiError("malformed_request", "The body is not valid JSON in UTF-8.", undefined, cause);
  }
}

/** Parses a URL-encoded form. Throws `malformed_request` unless it is UTF-8. */
export function parseForm(payload: Buffer): URLSearchParams {
  try {
    return new URLSearchParams(new TextDecoder("utf-8", { fatal: true }).decode(payload));
  } catch (cause) {
    throw new ApiError("malformed_request", "The form-encoded body is not valid UTF-8.", undefined, cause);
  }
}

/** Returns the problem of a body sent to an operation without a body. An empty body and `{}` are accepted. */
export function unwantedBody(value: unknown): FieldProblem[] {
  const isEmpty =
    value === undefined ||
    (value !== null && typeof value === "object" && !Array.isArray(value) && Object.keys(value).length === 0);
  return isEmpty ? [] : [{ path: "", message: "must not have a body" }];
}

/**
 * Finds text that PostgreSQL cannot store (NUL, unpaired surrogates) and nesting deeper than any schema. Otherwise both would fail in the
 * database driver and result in 500.
 */
export function unstorableText(value: unknown, path = "", depth = 0): FieldProblem[] {
  if (typeof value === "string")
    return isStorable(value)
      ? []
      : [{ path, message: "must not contain NUL characters or unpaired surrogates" }];
  if (value === null || typeof value !== "object") return [];
  if (depth === MAX_DEPTH) return [{ path, message: `must have at most ${MAX_DEPTH} levels of nesting` }];
  const problems: FieldProblem[] = [];
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key))
      problems.push({
        path,
        message: "must not have field names with NUL characters or unpaired surrogates",
      });
    else
      problems.push(
        ...unstorableText(inner, `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`, depth + 1),
      );
  }
  return problems;
}

function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

interface Shape {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: unknown;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
}

/**
 * Trims free text in the value, because length limits apply to trimmed text (contract §9). Ids, dates and enum values are not
 * trimmed.
 */
export function trimmed(schema: TSchema, value: unknown): unknown {
  return trimmedBy(schema as Shape, value);
}

function trimmedBy(shape: Shape | undefined, value: unknown): unknown {
  if (shape === undefined) return value;
  if (typeof value === "string") {
    const isFreeText =
      [shape.type].flat().includes("string") &&
      (!shape.format || shape.format === "email") &&
      !shape.enum &&
      !shape.pattern;
    return isFreeText ? value.trim() : value;
  }
  if (Array.isArray(value)) return value.map((inner) => trimmedBy(shape.items, inner));
  if (value === null || typeof value !== "object" || shape.properties === undefined) return value;
  const properties = shape.properties;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      Object.hasOwn(properties, key) ? trimmedBy(properties[key], inner) : inner,
    ]),
  );
}
