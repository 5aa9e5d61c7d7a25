import type { paths } from "./api.ts";

export type Method = "get" | "post" | "put" | "patch" | "delete";

/**
 * The paths below `/api/v1` that take a method, as the published description writes them. It also tells of signing in,
 * which stands elsewhere and whose answers have no envelope: browsers do that, and programs have a key.
 */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: infer Answers }
    ? [EnvelopeOf<Answers[keyof Answers & (200 | 201)]>] extends [never]
      ? never
      : P
    : never;
}[keyof paths];

/** What an operation answers in `data`. */
export type DataOf<M extends Method, P extends PathOf<M>> = paths[P][M] extends { responses: infer Answers }
  ? EnvelopeOf<Answers[keyof Answers & (200 | 201)]>
  : never;

type EnvelopeOf<Success> = Success extends { content: { "application/json": { data: infer Data } } }
  ? Data
  : never;

/** The list operations, whose answers come in pages. */
export type PagedPath = {
  [P in PathOf<"get">]: DataOf<"get", P> extends Page<unknown> ? P : never;
}[PathOf<"get">];

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

export type ItemOf<P extends PagedPath> = DataOf<"get", P> extends Page<infer Item> ? Item : never;

/** What an operation is asked with: each part is there when the operation has it, and required when it requires it. */
export type AskedWith<M extends Method, P extends PathOf<M>> = PathPart<paths[P][M]> &
  QueryPart<paths[P][M]> &
  BodyPart<paths[P][M]> &
  VersionPart<paths[P][M]> &
  KeyPart<M> & {
    /** Gives up when it is aborted, waits between attempts included. */
    readonly signal?: AbortSignal;
  };

/** The input is left out altogether where every part of it may be. */
export type InputOf<M extends Method, P extends PathOf<M>> =
  object extends AskedWith<M, P> ? [input?: AskedWith<M, P>] : [input: AskedWith<M, P>];

type PathPart<Operation> = Operation extends { parameters: { path: infer Names extends object } }
  ? { readonly path: Names }
  : unknown;

type QueryPart<Operation> = Operation extends { parameters: { query: infer Query extends object } }
  ? { readonly query: Query }
  : Operation extends { parameters: { query?: infer Query } }
    ? [Query] extends [undefined]
      ? unknown
      : { readonly query?: Query }
    : unknown;

type BodyPart<Operation> = Operation extends {
  requestBody: { content: { "application/json": infer Body } };
}
  ? { readonly body: Body }
  : unknown;

type VersionPart<Operation> = Operation extends { parameters: { header?: infer Headers } }
  ? "If-Match" extends keyof NonNullable<Headers>
    ? {
        /** The `version` of the record as it was seen: one that has changed since is refused with `version_mismatch`. */
        readonly ifMatch?: number;
      }
    : unknown
  : unknown;

type KeyPart<M extends Method> = M extends "post" | "patch"
  ? {
      /** Your own `Idempotency-Key`, so that even another process can send the request again; otherwise one is made. */
      readonly idempotencyKey?: string;
    }
  : unknown;
