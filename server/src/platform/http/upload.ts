import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import multipart, { type MultipartFile } from "@fastify/multipart";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TSchema } from "typebox";
import { ApiError, type FieldProblem } from "../../kernel/errors.ts";
import { closeAfterResponse } from "./closeAfterResponse.ts";

/** What a route says that takes a file beside its fields, as multipart/form-data. */
export interface UploadSpec {
  /** The part that is the file, whatever name and type a client gives to it. */
  readonly part: string;
  readonly description: string;
  /** What it may be; for the description. What it is, is the route's to find out. */
  readonly mediaTypes: readonly string[];
  readonly maxBytes: number;
}

/** A file as it was sent. It lies in a file without a name, which is gone with the request, or with a crash. */
export interface UploadedFile {
  readonly length: number;
  /** Fewer bytes than asked for at its end. */
  read(at: number, length: number): Promise<Buffer>;
}

/** A multipart body, read to its end. */
export interface Received {
  /** By the types of the schema: text as it is, anything else read as JSON. */
  readonly fields: Record<string, unknown>;
  readonly file: UploadedFile | undefined;
  readonly problems: readonly FieldProblem[];
  /** The same for the same parts, however they were wrapped and in whatever order. */
  readonly digest: Buffer;
  close(): Promise<void>;
}

const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 16 * 1024;
/** Boundaries and headers of all parts, and the fields. */
const MAX_WRAPPING_BYTES = 512 * 1024;

/** Mounts routes that take files: what reads multipart bodies is known to nobody else. */
export function withUploads(app: FastifyInstance, mount: (scope: FastifyInstance) => void): void {
  app.register(async (scope) => {
    await scope.register(multipart);
    mount(scope);
  });
}

/** The largest body of a route, in bytes. */
export function maxBodyOf({ maxBytes }: UploadSpec): number {
  return maxBytes + MAX_WRAPPING_BYTES;
}

/** Refuses what is no upload, or says of itself that it is too large, before a byte of it is read. */
export function refuseInvalidUpload(request: FastifyRequest, reply: FastifyReply, upload: UploadSpec): void {
  const type = request.headers["content-type"] ?? "";
  if (!/^multipart\/form-data\s*;.*\bboundary=/i.test(type))
    throw new ApiError("unsupported_media_type", "Send the body as multipart/form-data.");
  if (Number(request.headers["content-length"] ?? 0) <= maxBodyOf(upload)) return;
  closeAfterResponse(request, reply);
  throw tooLarge(upload);
}

/**
 * Reads a multipart body: fields into memory, the file through to the disk. Throws 400 for what is none, 413 for what
 * is too large. Whoever calls it closes what it answers.
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
    // What is left of the body would be read as the next request.
    closeAfterResponse(request, reply);
    throw refusalOf(error, upload);
  }
}

/** Rejects once more has come than any upload has: a part may never end, and is only looked at when it does. */
function excessOf(request: FastifyRequest, upload: UploadSpec): Promise<never> {
  const excess = new Promise<never>((_, reject) => {
    let length = 0;
    request.raw.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBodyOf(upload)) reject(tooLarge(upload));
    });
  });
  // The parts may be done with first, and then nobody waits for this any more.
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
        if (texts.has(part.fieldname)) problems.push({ path: pathOf(part.fieldname), message: "came twice" });
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

/** The file, in a temporary one that has lost its name already: nothing has to be tidied up after a crash. */
async function stored(
  part: MultipartFile,
  sha256: ReturnType<typeof createHash>,
  upload: UploadSpec,
  folder: string,
): Promise<StoredFile> {
  const handle = await unnamedFile(folder);
  // At the limit the stream falls silent until the part ends, and a part may never end.
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
      read: async (at, most) => {
        const buffer = Buffer.alloc(Math.max(0, Math.min(most, length - at)));
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
    // A part that calls itself JSON has been read already.
    if (isText || typeof text !== "string") return [name, text];
    try {
      return [name, JSON.parse(text)];
    } catch {
      problems.push({ path: pathOf(name), message: "must be JSON" });
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
    `The part ${part} holds at most ${maxBytes} bytes, and little else may be sent.`,
  );
}

function refusalOf(error: unknown, upload: UploadSpec): unknown {
  if (error instanceof ApiError) return error;
  const { code, statusCode, syscall } = error as FastifyError & NodeJS.ErrnoException;
  // A full disk is ours, whatever was sent.
  if (syscall !== undefined && code !== "ECONNRESET") return error;
  if (statusCode === 413) return tooLarge(upload);
  return new ApiError("malformed_request", "The body is not sound multipart/form-data.", undefined, error);
}
