import type { Static, TObject, TSchema } from "typebox";
import type { Caller } from "../../kernel/caller.ts";
import type { ErrorCode } from "../../kernel/errors.ts";
import type { Role, Scope } from "../../kernel/scopes.ts";

/**
 * Who may call a route. There is no default: a route without an `access` does not compile, and one whose access
 * and path disagree does not start.
 *
 * - `business`: below `/businesses/:business`. `scope` is what a key needs: a scope, any scope at all, any read
 *   scope, or `app_only`: then every key is refused. `roles` is what a session needs.
 * - `caller`: any valid key or session.
 * - `public`: nobody is asked.
 */
export type Access =
  | {
      readonly kind: "business";
      readonly scope: Scope | "any" | "any_read" | "app_only";
      readonly roles: readonly Role[];
    }
  | { readonly kind: "caller" }
  | { readonly kind: "public" };

type CallOf<A extends Access> = A extends { kind: "business" }
  ? { readonly caller: Caller; readonly businessId: string }
  : A extends { kind: "caller" }
    ? { readonly caller: Caller }
    : unknown;

type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamsOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** What a route's `run` is handed: everything in it has been checked. Path ids are UUIDs in lower case. */
export type Call<A extends Access, Path extends string, Q extends TSchema, B extends TSchema> = CallOf<A> & {
  readonly params: Readonly<Record<ParamsOf<Path>, string>>;
  readonly query: Static<Q>;
  readonly body: Static<B>;
  /** The version in `If-Match`, or null when the caller did not send one. */
  readonly ifMatch: number | null;
};

/** The data of a success, with the version for `ETag` where the record has one. */
export interface Answer<Data> {
  readonly data: Data;
  readonly version?: number;
}

export interface RouteSpec<
  A extends Access,
  Path extends string,
  Q extends TObject,
  B extends TSchema,
  D extends TSchema,
> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
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
  readonly run: (call: Call<A, Path, Q, B>) => Promise<Answer<Static<D>> | RawAnswer>;
}

/** `data` already written as JSON: for answers of thousands of slots, where writing is most of the work. */
export interface RawAnswer {
  readonly rawData: string;
}

/** A route whose type parameters have been checked and forgotten, as the server mounts it. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
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
  readonly run: (call: never) => Promise<Answer<unknown> | RawAnswer>;
}

const EVERY_ROLE: readonly Role[] = ["owner", "manager", "reception", "staff"];

/** Keys with this scope, and every member of the business. */
export function scoped<const S extends Scope | "any" | "any_read">(
  scope: S,
  roles: readonly Role[] = EVERY_ROLE,
) {
  return { kind: "business", scope, roles } as const;
}

/** Declares a route; the compiler infers what `run` is handed from the path, the access and the schemas. */
export function route<
  const A extends Access,
  const Path extends A extends { kind: "business" } ? `/businesses/:business${string}` : string,
  Q extends TObject = TObject<Record<never, never>>,
  B extends TSchema = TSchema,
  D extends TSchema = TSchema,
>(spec: RouteSpec<A, Path, Q, B, D>): Route {
  return spec;
}
