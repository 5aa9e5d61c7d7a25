import type { Readable } from "node:stream";
import type { Static, TObject, TSchema } from "typebox";
import type { Caller, KioskCaller, SessionCaller } from "../../kernel/caller.ts";
import type { ErrorCode } from "../../kernel/errors.ts";
import type { Role, Scope } from "../../kernel/scopes.ts";
import type { IfMatch } from "../../kernel/versions.ts";
import type { Database, Reader, Transaction } from "../database/index.ts";
import type { RunPiece } from "../limits/index.ts";
import type { HtmlPage } from "./htmlPage.ts";
import type { Input } from "./readInput.ts";
import type { UploadedFile, UploadSpec } from "./upload.ts";

export const API_PREFIX = "/api/v1";

/**
 * The rule that decides who may call a route. There is no default: a route without `access` does not compile, and a route whose access
 * and path disagree fails at startup.
 *
 * - `business`: below `/businesses/:business`. An API key needs `scope`: that scope, any scope, any read scope, or `app_only`, which
 * rejects every key. A session needs one of `roles`.
 * - `caller`: any valid key or session.
 * - `session`: any session; every key is rejected.
 * - `kiosk`: the cookie of a paired kiosk; every key and session is rejected.
 * - `public`: no authentication.
 */
export type Access =
  | {
      readonly kind: "business";
      readonly scope: Scope | "any" | "any_read" | "app_only";
      readonly roles: readonly Role[];
    }
  | { readonly kind: "caller" }
  | { readonly kind: "session" }
  | { readonly kind: "kiosk" }
  | { readonly kind: "public" };

type CallOf<A extends Access> = A extends { kind: "business" }
  ? {
      readonly caller: Caller;
      readonly businessId: string;
      /** Runs a few milliseconds of work when the fair-share queue schedules the business (decision 36). */
      readonly runPiece: RunPiece;
    }
  : A extends { kind: "caller" }
    ? { readonly caller: Caller }
    : A extends { kind: "session" }
      ? { readonly caller: SessionCaller }
      : A extends { kind: "kiosk" }
        ? { readonly kiosk: KioskCaller; readonly businessId: string; readonly runPiece: RunPiece }
        : unknown;

type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamsOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The checked input of a route's `run`. Path ids are UUIDs in lower case, except those in `secretsInPath`. */
export type Call<
  A extends Access,
  Path extends string,
  Q extends TSchema,
  B extends TSchema,
  U extends UploadSpec | undefined = undefined,
  R extends "replica" | undefined = undefined,
> = CallOf<A> &
  (U extends UploadSpec ? { readonly file: UploadedFile } : unknown) &
  (R extends "replica"
    ? {
        /** A reader that sees everything committed before the request, on a replica if there is one. It rejects statements that write. */
        readonly reader: Reader;
      }
    : unknown) & {
    readonly params: Readonly<Record<ParamsOf<Path>, string>>;
    readonly query: Static<Q>;
    readonly body: Static<B>;
    /** The versions in `If-Match`; null accepts any version. */
    readonly ifMatch: IfMatch;
    /** The client's IP address. Forwarding headers count only from trusted proxies. */
    readonly address: string;
    /** The unparsed request, for verifying signatures. */
    readonly sent: SentRequest;
    /** Authenticates the caller again, for long responses. Throws `unauthenticated` after sign-out or revocation. */
    readonly reauthenticate: () => Promise<Caller>;
    /** Encrypts a cursor of this list for results that are JSON text. In other results the server encrypts `next_cursor`. */
    readonly sealCursor: (position: string) => string;
    readonly storeResponse: StoreResponse;
    readonly write: Write;
    readonly writeVersion: WriteVersion;
    /** Replaces an already committed response with a result that is known only after the commit. */
    readonly replaceResponse: StoreResponse;
    /** Deletes the stored response, so that the client can retry if the effect failed after the commit. */
    readonly discardResponse: (tx: Transaction) => void;
  };

/** The input of `run` without the types of path, query and body, as `mountRoute` passes it. */
export interface RunCall extends Input {
  readonly caller?: Caller;
  readonly kiosk?: KioskCaller;
  readonly businessId?: string;
  readonly runPiece?: RunPiece;
  readonly reader?: Reader;
  readonly address: string;
  readonly sent: SentRequest;
  readonly reauthenticate: () => Promise<Caller>;
  readonly sealCursor: (position: string) => string;
  readonly storeResponse: StoreResponse;
  readonly write: Write;
  readonly writeVersion: WriteVersion;
  readonly replaceResponse: StoreResponse;
  readonly discardResponse: (tx: Transaction) => void;
}

export interface SentRequest {
  /** Returns the body as sent; empty without a body. */
  bytes(): Buffer;
  /** Returns a header by its lower-case name; undefined if it is absent or repeated. */
  header(name: string): string | undefined;
}

/**
 * Stores the response in the transaction of the request's effect, so that a repeated request gets the same response and has no further
 * effect (contract §1, "Idempotency"). Call it last, with the value that `run` returns. Without an `Idempotency-Key` it does nothing. A
 * POST or PATCH that returns a response without storing it does not compile.
 */
export type StoreResponse = <A extends Answer<unknown> | RawAnswer>(tx: Transaction, answer: A) => Stored<A>;

/** Runs the use case of a request in one transaction, and stores its result there as the response. */
export type Write = <D>(
  database: Database,
  work: (tx: Transaction) => Promise<D>,
) => Promise<Stored<Answer<D>>>;

/** Like `Write`, for a record with a version, which the response contains as `ETag`. */
export type WriteVersion = <D extends { readonly version: number }>(
  database: Database,
  work: (tx: Transaction) => Promise<D>,
) => Promise<Stored<Answer<D>>>;

declare const stored: unique symbol;

/** A result that was passed to `storeResponse`. */
export type Stored<A> = A & { readonly [stored]: true };

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A request header in the published description. */
export interface RequestHeader {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly example: string;
}

/** The result type of `run` for a method. POST and PATCH accept an `Idempotency-Key`, so their results must be stored. */
type AnswerTo<M extends Method, Data> = M extends "POST" | "PATCH"
  ? Stored<Answer<Data>> | Stored<RawAnswer>
  :
      | Answer<Data>
      | RawAnswer
      | RawBodyAnswer
      | ChunkedAnswer
      | FileAnswer
      | DocumentAnswer
      | EventStreamAnswer;

/** The data of a success response, with the version for `ETag` if the record has a version. */
export interface Answer<Data> {
  readonly data: Data;
  readonly version?: number;
  /** A `Set-Cookie` header, which is never stored. */
  readonly setCookie?: string;
}

/**
 * Looks up a cached response. Resolves to undefined if the data has changed; the function must check this in the database after
 * the call. Returns undefined instead of a promise if no response is cached.
 */
export type CachedRead = () => Promise<Buffer | undefined> | undefined;

type Large = boolean | "unless_cached";

export interface RouteSpec<
  M extends Method,
  A extends Access,
  Path extends string,
  Q extends TObject,
  B extends TSchema,
  D extends TSchema,
  U extends UploadSpec | undefined = undefined,
  R extends "replica" | undefined = undefined,
> {
  readonly method: M;
  /** The path below `/api/v1`, with `:names` for ids. */
  readonly path: Path;
  readonly access: A;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly query?: Q;
  readonly body?: B;
  /** The schema of `data`. */
  readonly data: D;
  readonly status?: 200 | 201;
  /** Error codes in addition to those implied by access and schemas. */
  readonly errors?: readonly ErrorCode[];
  /** Whether the record has a version. The response then has an `ETag`, and `If-Match` is checked. */
  readonly versioned?: boolean;
  /** Secret fields of `data`. They are never stored and are absent from replayed responses. */
  readonly replaysWithout?: readonly string[];
  /**
   * Fields that grant access, such as links. They are absent at any depth from the response to a dry run, like the fields of
   * `replaysWithout`.
   */
  readonly dryRunsWithout?: readonly string[];
  /** Whether requests are executed again even if they are repeated with the same `Idempotency-Key`. */
  readonly ignoresIdempotencyKey?: boolean;
  /** The maximum number of requests per minute from one IP address, for public routes. */
  readonly perAddressPerMinute?: number;
  /** The headers that `run` reads from `sent`. */
  readonly headers?: readonly RequestHeader[];
  /** Path parameters that are secrets instead of ids; `run` receives them unchanged. */
  readonly secretsInPath?: readonly ParamsOf<Path>[];
  /** Maximum size of a body in bytes, if larger than the default. */
  readonly maxBodyBytes?: number;
  /** The time limit of the request and its statements, for exports and reports. Default: 20 seconds (`timeLimit.ts`). */
  readonly timeLimitSeconds?: number;
  /**
   * Whether requests compute for a long time or need megabytes of memory. Only a few of them run concurrently per business. Others
   * wait, or get 429 if the business has too many (decision 36). With `unless_cached`, `run` calls `eventLoop.compute` for the
   * requests whose response is not cached.
   */
  readonly large?: Large;
  /**
   * For a GET whose responses are cached: returns the lookup of the cached response to a valid query; null for a query whose
   * response is never cached. Repeated requests of API keys then get the cached response before the server's hooks
   * (`cachedReads.ts`), so the response must depend only on the business and the query, and must not depend on the caller.
   */
  readonly cached?: (question: {
    readonly businessId: string;
    readonly query: Static<Q>;
  }) => CachedRead | null;
  /**
   * Whether `run` reads through its `reader`, which may be a replica (decision 73). Only GET routes for reports and lists: the server
   * must not base writes on this data.
   */
  readonly reads?: R & (M extends "GET" ? unknown : undefined);
  /** A file in addition to the fields of `body`; the body is then multipart/form-data. */
  readonly upload?: U;
  /** The possible media types of a route that returns a file. */
  readonly fileMediaTypes?: readonly string[];
  /** Whether the file has an `ETag`, so that clients can revalidate it. */
  readonly fileHasETag?: boolean;
  /** The media types, in addition to JSON, of a route that also returns documents. */
  readonly documentMediaTypes?: readonly string[];
  /** The HTML page for browsers. Its form may be submitted to the same path. */
  readonly page?: HtmlPage<Readonly<Record<ParamsOf<Path>, string>>>;
  readonly run: (call: Call<A, Path, Q, B, U, R>) => Promise<AnswerTo<M, Static<D>>>;
}

/** `data` as JSON text, for responses with thousands of slots, whose serialization takes most of the time. */
export interface RawAnswer {
  readonly rawData: string;
}

/** The complete response as JSON bytes, for cached responses. */
export interface RawBodyAnswer {
  readonly rawBody: Buffer;
}

/** `data` as JSON text in chunks that are produced while they are sent, for documents of any size. */
export interface ChunkedAnswer {
  readonly chunks: AsyncIterable<string>;
  /** The media type of a file that is sent instead of JSON, from a route with `fileMediaTypes`. */
  readonly mediaType?: string;
}

/** A file instead of a record, from a route with `fileMediaTypes`. */
export interface FileAnswer {
  readonly file: {
    readonly mediaType: string;
    readonly length: number;
    readonly stream: Readable;
    /** The file name of a file that is downloaded instead of displayed. */
    readonly fileName?: string;
    /** Whether the content of this URL never changes; caches may then store it for a year. */
    readonly isImmutable?: boolean;
  };
}

/** A text document instead of a record, from a route with `documentMediaTypes`. */
export interface DocumentAnswer {
  readonly document: {
    readonly mediaType: string;
    readonly text: string;
    /** The content of the document's only `<style>` element. Other styles are not applied. */
    readonly style?: string;
    /** The file name, for a document that is downloaded instead of displayed. */
    readonly fileName?: string;
    /** Whether clients may store the document and revalidate it with its `ETag`. */
    readonly isRevalidated?: boolean;
  };
}

/** Server-sent events, from a route with the media type `text/event-stream`, until the stream ends or the client disconnects. */
export interface EventStreamAnswer {
  readonly events: Readable;
}

/** Any result of `run`. */
export type AnyAnswer =
  | Answer<unknown>
  | RawAnswer
  | RawBodyAnswer
  | ChunkedAnswer
  | FileAnswer
  | DocumentAnswer
  | EventStreamAnswer;

/** A route without type parameters, in the form that the server mounts. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly access: Access;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly query?: TObject;
  readonly body?: TSchema;
  readonly data: TSchema;
  readonly status?: 200 | 201;
  readonly errors?: readonly ErrorCode[];
  readonly versioned?: boolean;
  readonly replaysWithout?: readonly string[];
  readonly dryRunsWithout?: readonly string[];
  readonly ignoresIdempotencyKey?: boolean;
  readonly perAddressPerMinute?: number;
  readonly headers?: readonly RequestHeader[];
  readonly secretsInPath?: readonly string[];
  readonly maxBodyBytes?: number;
  readonly timeLimitSeconds?: number;
  readonly large?: Large;
  readonly cached?: (question: { readonly businessId: string; readonly query: never }) => CachedRead | null;
  readonly reads?: "replica" | undefined;
  readonly upload?: UploadSpec | undefined;
  readonly fileMediaTypes?: readonly string[];
  readonly fileHasETag?: boolean;
  readonly documentMediaTypes?: readonly string[];
  readonly page?: HtmlPage<never>;
  readonly run: (call: never) => Promise<AnyAnswer>;
}

const EVERY_ROLE: readonly Role[] = ["owner", "manager", "reception", "staff"];

/** Restricts a route to API keys with this scope and business members with one of these roles (default: all roles). */
export function scoped<const S extends Scope | "any" | "any_read">(
  scope: S,
  roles: readonly Role[] = EVERY_ROLE,
) {
  return { kind: "business", scope, roles } as const;
}

/** Restricts a route to business members with one of these roles and rejects every API key (app-operations.md). */
export function appOnly(...roles: [Role, ...Role[]]) {
  return { kind: "business", scope: "app_only", roles } as const;
}

/** Declares a route. The compiler infers the input of `run` from path, access and schemas. */
export function route<
  const M extends Method,
  const A extends Access,
  const Path extends A extends { kind: "business" } ? `/businesses/:business${string}` : string,
  Q extends TObject = TObject<Record<never, never>>,
  B extends TSchema = TSchema,
  D extends TSchema = TSchema,
  U extends UploadSpec | undefined = undefined,
  R extends "replica" | undefined = undefined,
>(spec: RouteSpec<M, A, Path, Q, B, D, U, R>): Route {
  return spec;
}

/** Returns whether the route accepts an `Idempotency-Key` (contract §1). */
export function takesIdempotencyKey(route: Route): boolean {
  const writes = route.method === "POST" || route.method === "PATCH";
  return writes && hasCaller(route) && route.ignoresIdempotencyKey !== true;
}

/** Returns whether the route accepts `dry_run=1` (decision 45), as every authenticated write without an upload does. */
export function takesDryRun(route: Route): boolean {
  return route.method !== "GET" && hasCaller(route) && route.upload === undefined;
}

/** Returns whether callers of the route must authenticate with an API key or a session. */
export function hasCaller({ access }: Pick<Route, "access">): boolean {
  return access.kind !== "public" && access.kind !== "kiosk";
}

/** Returns whether the route returns server-sent events, which continue until one side closes the connection. */
export function isEventStream({ fileMediaTypes }: Pick<Route, "fileMediaTypes">): boolean {
  return fileMediaTypes?.includes("text/event-stream") === true;
}
