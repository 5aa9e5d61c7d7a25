export interface PageRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly query: URLSearchParams;
  /** The submitted fields; empty for a GET. */
  readonly form: URLSearchParams;
  readonly acceptLanguage: string;
}

/**
 * The payment provider's library for card forms, and the sources that the Content-Security-Policy of a page with a card form must allow.
 */
export interface CardLibrary {
  readonly url: string;
  readonly sources: {
    readonly script: readonly string[];
    readonly connect: readonly string[];
    readonly frame: readonly string[];
  };
}

export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The data and functions that the server (`server/src/bookingPages.ts`) provides to the pages. */
export interface PageHost {
  /** Sends a request to this server's API with the visitor's IP address. */
  readonly fetch: typeof fetch;
  /** The base URL of the installation, without a trailing slash. */
  readonly address: string;
  /** The current time of the business, in milliseconds since the epoch. A sandbox has its own clock. */
  readonly now: number;
  /** Whether the business is a sandbox, which has no real appointments. */
  readonly isSandbox: boolean;
  /** Returns the SHA-256 of a text as base64. */
  readonly sha256: (text: string) => string;
  readonly seal: (text: string) => string;
  /** Returns the decrypted text; undefined if `encrypted` is not valid. */
  readonly open: (encrypted: string) => string | undefined;
  /**
   * Returns a solved proof of work for a visitor who has waited on a page; undefined if the IP address received a proof of work less than
   * five seconds ago.
   */
  readonly proofAfterWaiting: (purpose: string) => Promise<string | undefined>;
  /** Null if the installation has no card form; visitors then pay on the payment provider's page. */
  readonly cardLibrary: CardLibrary | null;
}

/** The URL paths of the built scripts. */
export interface PageFiles {
  readonly script: string;
  readonly solver: string;
  readonly kiosk: string;
}
