import { folded, type Spelling, truncated } from "./foldedText.ts";
import { hasUnspacedScript, unspacedNameKeys, withinUnspacedLength } from "./unspacedNames.ts";

/** The fields in which a search finds a client. */
export interface SearchableClient {
  readonly first_name: string;
  readonly last_name: string | null;
  readonly email: string | null;
  readonly phone_e164: string | null;
}

/**
 * Returns the words by which a search finds a client, as the text of a `tsvector` (index `clients_by_word`): names and e-mail
 * in every spelling, and every suffix of the phone number with at least three digits. The words contain only letters, digits
 * and `#`, so quoting them is safe.
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
 * Returns the last characters of a business's id, which prefix all words of its clients. The characters are random, so few businesses have
 * the same prefix. The condition on `business_id` excludes the clients of other businesses with the same prefix.
 */
export function tagOf(businessId: string): string {
  return businessId.slice(-8);
}

/** Maximum number of characters that are stored per word; a search finds a longer word by its first characters. */
const MAX_WORD_LENGTH = 64;

export function wordKey(tag: string, word: string): string {
  return tag + truncated(word, MAX_WORD_LENGTH);
}

/**
 * Returns the key of a typed word, which is matched as a prefix. The key is cut to the maximum length of the stored keys for words in the
 * same script.
 */
export function typedKey(tag: string, word: string): string {
  return hasUnspacedScript(word) ? tag + withinUnspacedLength(word) : wordKey(tag, word);
}

/**
 * Returns the key of digits in a phone number. The key differs from the keys of words, so that a search for the name "54" does not match
 * every phone number with 54 in it.
 */
export function phoneKey(tag: string, digits: string): string {
  return `${tag}#${digits}`;
}

/** Minimum number of digits that find a phone number (contract §8). */
export const MIN_PHONE_DIGITS = 3;

/** Replaces ae, oe and ue with the first vowel, because some callers type `muller` for a stored `mueller`. */
export function collapsed(word: string): string {
  return word.replace(/([aou])e/g, "$1");
}

/** Returns the sequences of letters and digits in a folded text: four for `anna.meier@example.com`. */
export function wordParts(text: string, spelling: Spelling): string[] {
  return folded(text, spelling).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * Returns each part of a text, alone and joined with the parts after it: `o'brien` gives o, obrien and brien; a search finds an e-mail
 * address by its local part, by its domain, and as a whole.
 */
function wordSuffixes(text: string, spelling: Spelling): string[] {
  const parts = wordParts(text, spelling);
  return parts.flatMap((part, index) => [part, parts.slice(index).join("")]);
}

/**
 * Returns the words of a name in a script without spaces, in which a search may begin at any character. First and last name count as one
 * word in both orders: callers type `山田太郎` for the client 太郎 山田, and may have stored `山田太郎` as one name.
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
