/** A request for a page. */
export interface PageRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly query: URLSearchParams;
  /** The submitted fields; empty for a GET. */
  readonly form: URLSearchParams;
  readonly acceptLanguage: string;
}

export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The functions of the server that the pages use; its other side is `server/src/bookingPages.ts`. */
export interface PageHost {
  /** Sends a request to the API of this server, from the visitor's address. */
  readonly fetch: typeof fetch;
  /** The address of the installation, without a trailing slash. */
  readonly address: string;
  readonly now: number;
  /** The SHA-256 of a text in base64. */
  readonly sha256: (text: string) => string;
  readonly seal: (text: string) => string;
  /** The sealed text; undefined for another text. */
  readonly open: (sealed: string) => string | undefined;
  /** A solved proof of work for a visitor who has waited on a page; undefined if their address had one just now. */
  readonly proofAfterWaiting: (purpose: string) => Promise<string | undefined>;
}

/** The paths of the scripts of the build. */
export interface PageFiles {
  readonly script: string;
  readonly solver: string;
}
