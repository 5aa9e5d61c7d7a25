import type { paths } from "./api.ts";
import type { operationRoles, resources } from "./operationTable.ts";

export type Method = "get" | "post" | "put" | "patch" | "delete";

/**
 * The paths below `/api/v1` that accept a method, as in the published description. Excludes the sign-in paths, which
 * have another prefix and no envelope around the response. Browsers sign in; programs use an API key.
 */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: infer Responses }
    ? [EnvelopeOf<Responses[keyof Responses & (200 | 201)]>] extends [never]
      ? never
      : P
    : never;
}[keyof paths];

/** The `data` of an operation's success response. */
export type DataOf<M extends Method, P extends PathOf<M>> = paths[P][M] extends { responses: infer Responses }
  ? EnvelopeOf<Responses[keyof Responses & (200 | 201)]>
  : never;

type EnvelopeOf<Success> = Success extends { content: { "application/json": { data: infer Data } } }
  ? Data
  : never;

/** The paths of paginated lists. */
export type PagedPath = {
  [P in PathOf<"get">]: DataOf<"get", P> extends Page<unknown> ? P : never;
}[PathOf<"get">];

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

export type ItemOf<P extends PagedPath> = DataOf<"get", P> extends Page<infer Item> ? Item : never;

/** The input of an operation: path, query, body and headers. Each part is required if the operation requires it. */
export type OperationInput<M extends Method, P extends PathOf<M>> = PathPart<paths[P][M]> &
  QueryPart<paths[P][M]> &
  BodyPart<paths[P][M]> &
  VersionPart<paths[P][M]> &
  VisitorPart<paths[P][M]> &
  KeyPart<M> & {
    /** A signal that cancels the request and the waits between attempts. */
    readonly signal?: AbortSignal;
  };

/** The argument for the input. It is optional when all parts of the input are optional. */
export type InputArgument<M extends Method, P extends PathOf<M>> =
  object extends OperationInput<M, P> ? [input?: OperationInput<M, P>] : [input: OperationInput<M, P>];

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
        /**
         * The `version` of the record that the caller read. The request fails with `version_mismatch` if the version
         * has changed.
         */
        readonly ifMatch?: number;
      }
    : unknown
  : unknown;

/** Headers of the public operations of the booking page. */
type VisitorPart<Operation> = Operation extends { parameters: { header?: infer Headers } }
  ? ("Visitor-Token" extends keyof NonNullable<Headers>
      ? {
          /** The `visitor_token` of a visitor with a verified e-mail address or phone number. */
          readonly visitorToken?: string;
        }
      : unknown) &
      ("Proof-Of-Work" extends keyof NonNullable<Headers>
        ? {
            /** The solution of the challenge in a `proof_required` error, as base64-encoded JSON. */
            readonly proof?: string;
          }
        : unknown)
  : unknown;

type KeyPart<M extends Method> = M extends "post" | "patch"
  ? {
      /** The `Idempotency-Key`, random by default. Another process can repeat the request with the same key. */
      readonly idempotencyKey?: string;
    }
  : unknown;

/** The operations by resource, such as `appointments.book`, derived from the published description. */
export type Resources = {
  readonly [R in keyof typeof resources]: {
    readonly [Name in keyof (typeof resources)[R]]: Operation<(typeof resources)[R][Name]>;
  };
};

type Operation<Target> = Target extends `${infer M extends Method} ${infer P}`
  ? P extends PathOf<M>
    ? (...input: InputArgument<M, P>) => Promise<DataOf<M, P>>
    : never
  : never;

/** The operationId of an operation below `/businesses/{business}`, such as `bookAppointment`. */
export type OperationName = keyof typeof operationRoles;

export type Role = "owner" | "manager" | "reception" | "staff";
