import type { components } from "./api.ts";

type Refusals = {
  [Name in keyof components["schemas"] as components["schemas"][Name] extends {
    success: false;
    code: infer Code;
  }
    ? Code & string
    : never]: components["schemas"][Name];
};

/** Every code of the published description. */
export type ErrorCode = keyof Refusals;

/** What a refusal with this code says besides, by the published description. */
export type DetailsOf<Code extends ErrorCode> = Refusals[Code] extends { details: infer Details }
  ? Details
  : undefined;

/**
 * A request that Daybook refused or could not answer. `code` is for programs, `message` a sentence for a developer;
 * `is` narrows `details` to what its code carries.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ErrorCode;
  /** The HTTP status. */
  readonly status: number;
  readonly details: unknown;
  /** Names the request in the server's log. */
  readonly requestId: string | undefined;

  constructor(refusal: {
    readonly code: ErrorCode;
    readonly status: number;
    readonly message: string;
    readonly details?: unknown;
    readonly requestId?: string;
  }) {
    super(refusal.message);
    this.code = refusal.code;
    this.status = refusal.status;
    this.details = refusal.details;
    this.requestId = refusal.requestId;
  }

  is<Code extends ErrorCode>(
    code: Code,
  ): this is ApiError & { readonly code: Code; readonly details: DetailsOf<Code> } {
    return this.code === code;
  }
}

/** An answer that is not Daybook's: of something in between, or of another server altogether. */
export class UnreadableAnswer extends Error {
  override readonly name = "UnreadableAnswer";
  /** The HTTP status. */
  readonly status: number;

  constructor(status: number, cause?: unknown) {
    super(`The answer with status ${status} is not one of Daybook's.`, { cause });
    this.status = status;
  }
}
