import { folded, type Spelling, truncated } from "./foldedText.ts";
import { hasUnspacedScript, unspacedNameKeys, withinUnspacedLength } from "./unspacedNames.ts";

/** The fields that a client is found by. */
export interface SearchableClient {
  readonly first_name: string;
  readonly last_name: string | null;
  readonly email: string | null;
  readonly phone_e164: string | null;
}

/**
 * The words a client is found by, as the text of a `tsvector` (index `clients_by_word`): names and e-mail in
 * every spelling, and every suffix of the phone number with at least three digits. The words hold letters, digits and
 * `#` only, so quoting them is safe.
 */
export function searchVector(businessId: string, client: SearchableClient): string {
  const tag = tagOf(businessId);
  const texts = [client.first_name, client.last_name ?? "", client.email ?? ""].flatMap((text) =>
    text.split(/\s+/),
  );
  const words = new Set(
    texts.flatMap((text) => [...wordSuffixes(text, "plain"), ...wordSuffixes(text, "expanded")]),
  );
  for (const word of [...words]) words.add(collapsed(word));
  for (const word of unspacedNameWords(client)) words.add(word);
  const keys = [...words].map((word) => wordKey(tag, word));
  return [...keys, ...phoneSuffixes(client.phone_e164 ?? "", tag)].map((key) => `'${key}'`).join(" ");
}

/**
 * The end of a business's id, which prefixes its words. It is random and so almost unique; the condition on `business_id`
 * filters the few rows of a business that shares it.
 */
export function tagOf(businessId: string): string {
  return businessId.slice(-8);
}

/** Characters stored of a word; longer words are found by their prefix. */
const MAX_WORD_LENGTH = 64;

export function wordKey(tag: string, word: string): string {
  return tag + truncated(word, MAX_WORD_LENGTH);
}

/** The key of a typed word, whose prefix is looked for: no longer than the keys that are stored of its script. */
export function typedKey(tag: string, word: string): string {
  return hasUnspacedScript(word) ? tag + withinUnspacedLength(word) : wordKey(tag, word);
}

/** Phone numbers have keys of their own, so that the digits "54" in a name do not match every number with 54 in it. */
export function phoneKey(tag: string, digits: string): string {
  return `${tag}#${digits}`;
}

/** Digits needed to find a phone number (contract §8). */
export const MIN_PHONE_DIGITS = 3;

/** Replaces ae, oe and ue by the vowel alone, because some callers type `muller` for a stored `mueller`. */
export function collapsed(word: string): string {
  return word.replace(/([aou])e/g, "$1");
}

/** The runs of letters and digits of a folded text: `anna.meier@example.com` has four. */
export function wordParts(text: string, spelling: Spelling): string[] {
  return folded(text, spelling).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * Each part of a text, alone and joined with the parts after it: `o'brien` gives o, obrien and brien; an e-mail address is
 * found by its local part, by its domain, and whole.
 */
function wordSuffixes(text: string, spelling: Spelling): string[] {
  const parts = wordParts(text, spelling);
  return parts.flatMap((part, index) => [part, parts.slice(index).join("")]);
}

/**
 * The words of a name in a script without spaces, where any character may be typed first. First and last name count as one
 * word in both orders: `山田太郎` is typed for the client 太郎 山田 and may be stored as one name.
 */
function unspacedNameWords({ first_name, last_name }: SearchableClient): string[] {
  const [first, last] = [first_name, last_name ?? ""].map((name) => wordParts(name, "plain").join("")) as [
    string,
    string,
  ];
  if (!hasUnspacedScript(first) && !hasUnspacedScript(last)) return [];
  return [...unspacedNameKeys(last + first), ...unspacedNameKeys(first + last)];
}

function phoneSuffixes(phoneE164: string, tag: string): string[] {
  const digits = phoneE164.slice(1);
  const count = Math.max(0, digits.length - MIN_PHONE_DIGITS + 1);
  return Array.from({ length: count }, (_, index) => phoneKey(tag, digits.slice(index)));
}
