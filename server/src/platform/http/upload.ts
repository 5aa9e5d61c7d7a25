import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import multipart, { type MultipartFile } from "@fastify/multipart";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TSchema } from "typebox";
import { ApiError, type FieldProblem } from "../../kernel/errors.ts";
import { closeAfterResponse } from "./closeAfterResponse.ts";

/** The file of a route that takes multipart/form-data. */
export interface UploadSpec {
  /** The name of the part with the file. The file name and type sent by the client are ignored. */
  readonly part: string;
  readonly description: string;
  /** The accepted media types in the API description. The route must check the bytes. */
  readonly mediaTypes: readonly string[];
  readonly maxBytes: number;
}

/** An uploaded file. It is an unlinked temporary file, which the operating system deletes after the request or a crash. */
export interface UploadedFile {
  readonly length: number;
  /** Reads up to `length` bytes from the offset `at`; fewer at the end of the file. */
  read(at: number, length: number): Promise<Buffer>;
}

/** A completely read multipart body. */
export interface Received {
  /** The fields: text fields as sent, other fields parsed as JSON. */
  readonly fields: Record<string, unknown>;
  readonly file: UploadedFile | undefined;
  readonly problems: readonly FieldProblem[];
  /** A hash of the parts, independent of boundaries and order. */
  readonly digest: Buffer;
  close(): Promise<void>;
}

const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 16 * 1024;
/** Maximum size in bytes of boundaries, part headers and fields together. */
const MAX_WRAPPING_BYTES = 512 * 1024;

/** Mounts routes with uploads in a separate scope, the only one that parses multipart bodies. */
export function withUploads(app: FastifyInstance, mount: (scope: FastifyInstance) => void): void {
  app.register(async (scope) => {
    await scope.register(multipart);
    mount(scope);
  });
}

/** Returns the maximum size of the route's body in bytes. */
export function maxBodyOf({ maxBytes }: UploadSpec): number {
  return maxBytes + MAX_WRAPPING_BYTES;
}

/** Before reading the body, rejects a body that is not multipart (415) or has too large a Content-Length (413). */
export function refuseInvalidUpload(request: FastifyRequest, reply: FastifyReply, upload: UploadSpec): void {
  const type = request.headers["content-type"] ?? "";
  if (!/^multipart\/form-data\s*;.*\bboundary=/i.test(type))
    throw new ApiError("unsupported_media_type", "Send the body as multipart/form-data.");
  if (Number(request.headers["content-length"] ?? 0) <= maxBodyOf(upload)) return;
  closeAfterResponse(request, reply);
  throw tooLarge(upload);
}

/**
 * Reads a multipart body: fields into memory, the file to disk. Throws 400 for an invalid body and 413 for a body that is too large. The
 * caller must close the result.
 */
export async function receive(
  request: FastifyRequest,
  reply: FastifyReply,
  { upload, body, folder }: { readonly upload: UploadSpec; readonly body: TSchema; readonly folder?: string },
): Promise<Received> {
  try {
    const excess = excessOf(request, upload);
    const parts = await Promise.race([readParts(request, upload, folder ?? tmpdir()), excess]);
    const { fields, problems } = fieldsOf(parts.texts, body);
    const missing = parts.file === undefined ? [{ path: pathOf(upload.part), message: "is required" }] : [];
    return {
      fields,
      file: parts.file,
      problems: [...missing, ...parts.problems, ...problems],
      digest: createHash("sha256").update(parts.digests.sort().join("\n")).digest(),
      close: async () => parts.file?.close(),
    };
  } catch (error) {
    // The connection is closed, because otherwise the unread rest of the body would be parsed as the next request.
    closeAfterResponse(request, reply);
    throw refusalOf(error, upload);
  }
}

/**
 * Rejects when the body exceeds its limit. The limits of a part are checked only at the
 * end of the part, which may never arrive.
 */
function excessOf(request: FastifyRequest, upload: UploadSpec): Promise<never> {
  const excess = new Promise<never>((_, reject) => {
    let length = 0;
    request.raw.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBodyOf(upload)) reject(tooLarge(upload));
    });
  });
  // After the parts are read, no code awaits this promise.
  excess.catch(() => undefined);
  return excess;
}

type StoredFile = UploadedFile & { close(): Promise<void> };

async function readParts(request: FastifyRequest, upload: UploadSpec, folder: string) {
  const texts = new Map<string, unknown>();
  const problems: FieldProblem[] = [];
  const digests: string[] = [];
  let file: StoredFile | undefined;
  const parts = request.parts({
    limits: { files: 1, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES, fileSize: upload.maxBytes },
    isPartAFile: (name) => name === upload.part,
  });
  try {
    for await (const part of parts) {
      const sha256 = createHash("sha256");
      if (part.type === "file") {
        file = await stored(part, sha256, upload, folder);
      } else {
        if (part.valueTruncated) throw tooLarge(upload);
        if (texts.has(part.fieldname))
          problems.push({ path: pathOf(part.fieldname), message: "must appear only once" });
        texts.set(part.fieldname, part.value);
        sha256.update(typeof part.value === "string" ? part.value : JSON.stringify(part.value));
      }
      digests.push(`${JSON.stringify(part.fieldname)} ${part.type} ${sha256.digest("hex")}`);
    }
    return { texts, problems, digests, file };
  } catch (error) {
    await file?.close();
    throw error;
  }
}

/** Writes the part to an unlinked temporary file, which needs no cleanup after a crash. */
async function stored(
  part: MultipartFile,
  sha256: ReturnType<typeof createHash>,
  upload: UploadSpec,
  folder: string,
): Promise<StoredFile> {
  const handle = await unnamedFile(folder);
  // The stream of an oversized part ends only at the end of the part, which may never arrive, so it is destroyed.
  if (part.file.truncated) part.file.destroy(tooLarge(upload));
  part.file.once("limit", () => part.file.destroy(tooLarge(upload)));
  try {
    let length = 0;
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      sha256.update(chunk);
      await handle.writeFile(chunk);
      length += chunk.length;
    }
    return {
      length,
      close: () => handle.close(),
      read: async (at, max) => {
        const buffer = Buffer.alloc(Math.max(0, Math.min(max, length - at)));
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
        return buffer.subarray(0, bytesRead);
      },
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function unnamedFile(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = join(folder, `upload-${randomUUID()}`);
  const handle = await open(name, "wx+", 0o600);
  await unlink(name);
  return handle;
}

interface Shape {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
}

function fieldsOf(texts: ReadonlyMap<string, unknown>, schema: TSchema) {
  const { properties = {} } = schema as Shape;
  const problems: FieldProblem[] = [];
  const fields = [...texts].map(([name, text]) => {
    const shape = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const isText = shape === undefined || [shape.type].flat().includes("string");
    // The parser has already parsed parts of type application/json.
    if (isText || typeof text !== "string") return [name, text];
    try {
      return [name, JSON.parse(text)];
    } catch {
      problems.push({ path: pathOf(name), message: "must be valid JSON" });
      return [name, undefined];
    }
  });
  const problemPaths = new Set(problems.map(({ path }) => path));
  return {
    problems,
    fields: Object.fromEntries(fields.filter(([name]) => !problemPaths.has(pathOf(String(name))))),
  };
}

function pathOf(name: string): string {
  return `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

function tooLarge({ part, maxBytes }: UploadSpec): ApiError {
  return new ApiError(
    "payload_too_large",
    `The part ${part} must be at most ${maxBytes} bytes, each other part at most ${MAX_FIELD_BYTES} bytes, and all other parts together at most ${MAX_WRAPPING_BYTES} bytes.`,
  );
}

function refusalOf(error: unknown, upload: UploadSpec): unknown {
  if (error instanceof ApiError) return error;
  const { code, statusCode, syscall } = error as FastifyError & NodeJS.ErrnoException;
  // Errors of the file system, such as a full disk, are server errors.
  if (syscall !== undefined && code !== "ECONNRESET") return error;
  if (code === "FST_FILES_LIMIT" || code === "FST_FIELDS_LIMIT")
    return new ApiError(
      "payload_too_large",
      `The body must have one part ${upload.part} and at most ${MAX_FIELDS} other parts.`,
    );
  if (statusCode === 413) return tooLarge(upload);
  return new ApiError("malformed_request", "The body is not valid multipart/form-data.", undefined, error);
}
