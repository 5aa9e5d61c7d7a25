import type { PageHost } from "./host.ts";

/** A held start, as far as the pages show it. */
export interface HeldTime {
  readonly token: string;
  /** Milliseconds. */
  readonly expiresAt: number;
  readonly isExtended: boolean;
  /** With the location's UTC offset. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly items: readonly {
    readonly serviceId: string;
    readonly staffId: string;
    readonly startsAt: string;
  }[];
  readonly totalMinor: number;
}

export interface Details {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The state of a booking between its steps. It travels sealed in the URLs and forms of the page: the server stores none of it. */
export interface Progress {
  readonly hold?: HeldTime;
  readonly email?: string;
  readonly codeId?: string;
  readonly visitorToken?: string;
  readonly people?: readonly { readonly ref: string; readonly first_name: string }[];
  /** The client to book for; `new` for a new one. */
  readonly person?: string;
  readonly details?: Details;
  readonly note?: string;
  /** Message keys by the name of their input. */
  readonly problems?: Readonly<Record<string, string>>;
  /** The key of a message above the page. */
  readonly notice?: string;
  /** Starts offered in place of one that was taken. */
  readonly alternatives?: readonly string[];
  /** A step that waits for a proof of work, and its fields. */
  readonly waiting?: {
    readonly purpose: string;
    readonly step: string;
    readonly fields: Readonly<Record<string, string>>;
    readonly challenge: string;
    readonly since: number;
  };
  readonly manageToken?: string;
  readonly formsUrl?: string;
}

const VALID_MS = 2 * 60 * 60_000;

/** Seals progress for one page: it cannot be read, changed, or used for another business or after two hours. */
export function sealProgress(host: PageHost, slug: string, progress: Progress): string | undefined {
  if (Object.values(progress).every((value) => value === undefined)) return undefined;
  return host.seal(JSON.stringify({ slug, until: host.now + VALID_MS, progress }));
}

/** Opens sealed progress; empty for any other text. */
export function openProgress(host: PageHost, slug: string, sealed: string | null): Progress {
  const text = sealed === null || sealed.length > 12_000 ? undefined : host.open(sealed);
  if (text === undefined) return {};
  const opened = JSON.parse(text) as { slug: string; until: number; progress: Progress };
  return opened.slug === slug && opened.until > host.now ? opened.progress : {};
}
