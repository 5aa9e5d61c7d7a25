import type { Readable } from "node:stream";
import type { Static, TObject, TSchema } from "typebox";
import type { Caller, SessionCaller } from "../../kernel/caller.ts";
import type { ErrorCode } from "../../kernel/errors.ts";
import type { Role, Scope } from "../../kernel/scopes.ts";
import type { IfMatch } from "../../kernel/versions.ts";
import type { Transaction } from "../database/index.ts";
import type { HtmlPage } from "./htmlPage.ts";
import type { Input } from "./readInput.ts";
import type { UploadedFile, UploadSpec } from "./upload.ts";

/** Every route of the API stands below this path. */
export const API_PREFIX = "/api/v1";

/**
 * Who may call a route. There is no default: a route without an `access` does not compile, and one whose access
 * and path disagree does not start.
 *
 * - `business`: below `/businesses/:business`. `scope` is what a key needs: a scope, any scope at all, any read
 *   scope, or `app_only`: then every key is refused. `roles` is what a session needs.
 * - `caller`: any valid key or session.
 * - `session`: whoever is signed in; every key is refused.
 * - `public`: nobody is asked.
 */
export type Access =
  | {
      readonly kind: "business";
      readonly scope: Scope | "any" | "any_read" | "app_only";
      readonly roles: readonly Role[];
    }
  | { readonly kind: "caller" }
  | { readonly kind: "session" }
  | { readonly kind: "public" };

type CallOf<A extends Access> = A extends { kind: "business" }
  ? { readonly caller: Caller; readonly businessId: string }
  : A extends { kind: "caller" }
    ? { readonly caller: Caller }
    : A extends { kind: "session" }
      ? { readonly caller: SessionCaller }
      : unknown;

type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamsOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** What a route's `run` is handed: everything in it has been checked. Path ids are UUIDs in lower case, unless the route says that a part of its path is none. */
export type Call<
  A extends Access,
  Path extends string,
  Q extends TSchema,
  B extends TSchema,
  U extends UploadSpec | undefined = undefined,
> = CallOf<A> &
  (U extends UploadSpec ? { readonly file: UploadedFile } : unknown) & {
    readonly params: Readonly<Record<ParamsOf<Path>, string>>;
    readonly query: Static<Q>;
    readonly body: Static<B>;
    /** The versions in `If-Match`, or null when any will do. */
    readonly ifMatch: IfMatch;
    /** The address the request came from, as far as the configured proxies are believed. */
    readonly address: string;
    /** The request as it came, for whoever signs bytes. */
    readonly sent: SentRequest;
    readonly storeResponse: StoreResponse;
    /** The same in the place of what was kept and has committed: for what is only known behind the commit. */
    readonly replaceResponse: StoreResponse;
    /** Takes back what this request has kept: it came to nothing behind its commit, and may be sent again. */
    readonly discardResponse: (tx: Transaction) => void;
  };

/** What `run` receives, with the types of path, query and body forgotten: what `mountRoute` puts together. */
export interface RunCall extends Input {
  readonly caller?: Caller;
  readonly businessId?: string;
  readonly address: string;
  readonly sent: SentRequest;
  readonly storeResponse: StoreResponse;
  readonly replaceResponse: StoreResponse;
  readonly discardResponse: (tx: Transaction) => void;
}

export interface SentRequest {
  /** The body, byte for byte; empty when there was none. */
  bytes(): Buffer;
  /** A header by its name in lower case; undefined also for one that came several times. */
  header(name: string): string | undefined;
}

/**
 * Keeps the answer of a request inside the transaction of its effect, so that the same request sent again is answered
 * the same and does nothing (contract §1, "Idempotency"). Call it last, with what `run` will answer; without an
 * `Idempotency-Key` it costs nothing. A POST or PATCH that answers what was not kept does not compile.
 */
export type StoreResponse = <A extends Answer<unknown> | RawAnswer>(tx: Transaction, answer: A) => Stored<A>;

declare const stored: unique symbol;

/** An answer that went through `keep`. */
export type Stored<A> = A & { readonly [stored]: true };

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What a method's `run` answers: POST and PATCH take an `Idempotency-Key`, so their answers are kept ones. */
type AnswerTo<M extends Method, Data> = M extends "POST" | "PATCH"
  ? Stored<Answer<Data>> | Stored<RawAnswer>
  : Answer<Data> | RawAnswer | FileAnswer;

/** The data of a success, with the version for `ETag` where the record has one. */
export interface Answer<Data> {
  readonly data: Data;
  readonly version?: number;
}

export interface RouteSpec<
  M extends Method,
  A extends Access,
  Path extends string,
  Q extends TObject,
  B extends TSchema,
  D extends TSchema,
  U extends UploadSpec | undefined = undefined,
> {
  readonly method: M;
  /** Below `/api/v1`, with `:names` for ids. */
  readonly path: Path;
  readonly access: A;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly query?: Q;
  readonly body?: B;
  /** The shape of `data`. */
  readonly data: D;
  readonly status?: 200 | 201;
  /** Errors of its own; those every route can answer are added by the access and the shapes. */
  readonly errors?: readonly ErrorCode[];
  /** Set where the record has a version: the answer carries `ETag`, and `If-Match` is read. */
  readonly versioned?: boolean;
  /** Fields of `data` that are secrets: never stored, and absent when the answer is given again. */
  readonly replaysWithout?: readonly string[];
  /** Set where the same request is meant to be answered anew each time. */
  readonly ignoresIdempotencyKey?: boolean;
  /** Of a public route: requests a minute from one address. */
  readonly perAddressPerMinute?: number;
  /** Parts of the path that are no ids but secrets: handed on as they are, for `run` to judge. */
  readonly secretsInPath?: readonly ParamsOf<Path>[];
  /** The largest body, in bytes, where it may be larger than others. */
  readonly maxBodyBytes?: number;
  /** A file that comes with the fields of `body`: then the body is multipart/form-data. */
  readonly upload?: U;
  /** Of a route that answers a file and no record: what it may be. */
  readonly fileMediaTypes?: readonly string[];
  /** The same for a browser; then a body may also come from a form of the page. */
  readonly page?: HtmlPage<Readonly<Record<ParamsOf<Path>, string>>>;
  readonly run: (call: Call<A, Path, Q, B, U>) => Promise<AnswerTo<M, Static<D>>>;
}

/** `data` already written as JSON: for answers of thousands of slots, where writing is most of the work. */
export interface RawAnswer {
  readonly rawData: string;
}

/** A file instead of a record; of a route that says `filesOf`. */
export interface FileAnswer {
  readonly file: { readonly mediaType: string; readonly length: number; readonly stream: Readable };
}

/** What `run` answers, whatever it is. */
export type AnyAnswer = Answer<unknown> | RawAnswer | FileAnswer;

/** A route whose type parameters have been checked and forgotten, as the server mounts it. */
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
  readonly ignoresIdempotencyKey?: boolean;
  readonly perAddressPerMinute?: number;
  readonly secretsInPath?: readonly string[];
  readonly maxBodyBytes?: number;
  readonly upload?: UploadSpec | undefined;
  readonly fileMediaTypes?: readonly string[];
  readonly page?: HtmlPage<never>;
  readonly run: (call: never) => Promise<AnyAnswer>;
}

const EVERY_ROLE: readonly Role[] = ["owner", "manager", "reception", "staff"];

/** Keys with this scope, and every member of the business. */
export function scoped<const S extends Scope | "any" | "any_read">(
  scope: S,
  roles: readonly Role[] = EVERY_ROLE,
) {
  return { kind: "business", scope, roles } as const;
}

/** Members of the business with one of these roles; every key is refused (app-operations). */
export function appOnly(...roles: [Role, ...Role[]]) {
  return { kind: "business", scope: "app_only", roles } as const;
}

/** Declares a route; the compiler infers what `run` is handed from the path, the access and the schemas. */
export function route<
  const M extends Method,
  const A extends Access,
  const Path extends A extends { kind: "business" } ? `/businesses/:business${string}` : string,
  Q extends TObject = TObject<Record<never, never>>,
  B extends TSchema = TSchema,
  D extends TSchema = TSchema,
  U extends UploadSpec | undefined = undefined,
>(spec: RouteSpec<M, A, Path, Q, B, D, U>): Route {
  return spec;
}

/** Whether a request of this route may carry an `Idempotency-Key` and be answered the same again (contract §1). */
export function takesIdempotencyKey(route: Route): boolean {
  const writes = route.method === "POST" || route.method === "PATCH";
  return writes && route.access.kind !== "public" && route.ignoresIdempotencyKey !== true;
}
