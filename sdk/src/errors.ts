import type { components } from "./api.ts";

type ErrorBodies = {
  [Name in keyof components["schemas"] as components["schemas"][Name] extends {
    success: boolean;
    code: infer Code;
    message: string;
  }
    ? Code & string
    : never]: components["schemas"][Name];
};

/** All error codes of the published description. */
export type ErrorCode = keyof ErrorBodies;

/** The type of `details` for this code; undefined for codes without details. */
export type DetailsOf<Code extends ErrorCode> = ErrorBodies[Code] extends { details: infer Details }
  ? Details
  : undefined;

/** An error response of the API. `code` is for programs, and `message` is a sentence for developers. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: unknown;
  /** The id of the request in the server's log. */
  readonly requestId: string | undefined;

  constructor(error: {
    readonly code: ErrorCode;
    readonly status: number;
    readonly message: string;
    readonly details?: unknown;
    readonly requestId?: string;
  }) {
    super(error.message);
    this.code = error.code;
    this.status = error.status;
    this.details = error.details;
    this.requestId = error.requestId;
  }

  /** Whether the error has this code. Narrows `details` to the type of this code's details. */
  is<Code extends ErrorCode>(
    code: Code,
  ): this is ApiError & { readonly code: Code; readonly details: DetailsOf<Code> } {
    return this.code === code;
  }
}

/** A response that is not from Daybook's API, for example from a proxy. */
export class UnexpectedResponse extends Error {
  override readonly name = "UnexpectedResponse";
  readonly status: number;

  constructor(status: number, cause?: unknown) {
    super(`The response with status ${status} is not a Daybook API response.`, { cause });
    this.status = status;
  }
}
