import { HOOKS, RECORDED_AT } from "./recordingApp.ts";

/**
 * Prepares a response for the repository, so that two recordings of the same code are equal. Replaces secrets with invalid
 * ones of the same length, times from the system clock (set by better-auth and the database) with times from the recording's
 * clock, measured durations with typical ones, and the local receiver's address with a host name. Times from the recording's
 * clock are whole minutes; all others are from the system clock.
 */
export function scrubbed<V>(value: V, secretFields: ReadonlyMap<string, unknown>, beganAt: number): V {
  const scrub = (inner: unknown, name: string): unknown => {
    if (typeof inner === "string" && CARDS[name] !== undefined) return CARDS[name];
    if (typeof inner === "string" && name === "code" && /^\d{6}$/.test(inner)) return ONE_TIME_CODE;
    if (typeof inner === "string" && name === "code" && PAIRING_CODE.test(inner)) return "WDJB-MJHT";
    if (typeof inner === "string" && name === "reference" && /^[2-9A-Z]{6}$/.test(inner)) return REFERENCE;
    if (typeof inner === "string" && secretFields.has(name)) return secretFields.get(name) ?? standIn(inner);
    if (typeof inner === "string" && name.endsWith("_cursor")) return standIn(inner);
    if (typeof inner === "string")
      return withoutSecrets(inner)
        .replace(HERE, HOOKS)
        .replace(INSTANT, (text) => steadied(text, beganAt));
    if (typeof inner === "number" && name === "duration_ms") return USUAL_MS;
    if (Array.isArray(inner)) return inner.map((each) => scrub(each, name));
    if (inner === null || typeof inner !== "object") return inner;
    return Object.fromEntries(Object.entries(inner).map(([key, each]) => [key, scrub(each, key)]));
  };
  return scrub(value, "") as V;
}

/** Matches long random strings of letters and digits: keys, tokens, cursors, signatures. */
export const OPAQUE = /(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?=[\w-]*\d)[\w-]{30,}|\b[0-9a-f]{32,}\b/g;

function withoutSecrets(text: string): string {
  return text
    .replace(PAIRING_LINK, "$1WDJBMJHT")
    .replace(LINKS, (_, path, token) => path + standIn(token))
    .replaceAll(OPAQUE, standIn)
    .replaceAll(KEY_PREFIX, standIn)
    .replaceAll(CARD_IN_CSV, `$1${CARDS.code_last4}`);
}

/** Matches the first characters of an API key, which the API shows. */
const KEY_PREFIX = /\bdbk_\w{4}\b/g;

/** Matches the last characters of a gift card's code in a JSON text within a CSV field. */
const CARD_IN_CSV = /(""code_last4"": ?"")[^"]+/g;

/** Matches paths with a token that grants access without other credentials. */
const LINKS = /(\/public\/(?:forms|photos|pictures|appointments|waitlist)\/)([\w-]+)/g;

/** Replacements for a gift card's code and its last characters. Real codes contain no U. */
const CARDS: Readonly<Record<string, string>> = {
  gift_card_code: "GIFT-CARD-UNUS-7K3M",
  code_last4: "7K3M",
};

/** The replacement for a code that a visitor of the booking page receives by e-mail. */
const ONE_TIME_CODE = "204816";

/** Matches the pairing code that a tablet shows. `PAIRING_LINK` matches the code in a link. */
const PAIRING_CODE = /^[B-Z]{4}-[B-Z]{4}$/;
const PAIRING_LINK = /(\?pair=)[B-Z]{8}/g;

/** The replacement for booking references. A reference is derived from the appointment's random id, so it differs in every run. */
const REFERENCE = "K7M2QX";

/** Returns a replacement for a secret with the same length and prefix, such as `dbk_` or `whsec_`. */
function standIn(secret: string): string {
  const prefix = /^(dbk|whsec|pi)_/.exec(secret)?.[0] ?? "";
  return prefix + "example".repeat(40).slice(0, secret.length - prefix.length);
}

const HERE = /http:\/\/127\.0\.0\.1:\d+/;
const USUAL_MS = 84;
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g;
const TEN_MINUTES = 600_000;

function steadied(text: string, beganAt: number): string {
  const at = Date.parse(text);
  if (at % 60_000 === 0) return text;
  // The new time is RECORDED_AT for times in the first ten minutes of the recording. Later times add multiples of ten
  // minutes.
  const later = Math.floor((at - beganAt) / TEN_MINUTES) * TEN_MINUTES;
  return new Date(RECORDED_AT + later).toISOString().replace(".000Z", "Z");
}
