import { folded, type Spelling, shortened } from "./foldedText.ts";

/** Whatever a client may be found by. */
export interface Findable {
  readonly firstName: string;
  readonly lastName: string | null;
  readonly email: string | null;
  readonly phoneE164: string | null;
}

/**
 * The words a client is found by, as the index keeps them (migration 0006, `clients_by_word`): names and e-mail in
 * every spelling, and every end of the phone number of at least three digits.
 */
export function searchWordsOf(businessId: string, client: Findable): string[] {
  const tag = tagOf(businessId);
  const texts = [client.firstName, client.lastName ?? "", client.email ?? ""].flatMap((text) =>
    text.split(/\s+/),
  );
  const words = new Set(
    texts.flatMap((text) => [...beginningsOf(text, "plain"), ...beginningsOf(text, "expanded")]),
  );
  for (const word of [...words]) words.add(collapsed(word));
  return [...[...words].map((word) => wordKey(tag, word)), ...phoneEnds(client.phoneE164 ?? "", tag)];
}

/** The end of a business's id: random, so nearly its own. Sharing it costs a few rows that `business_id` sorts out. */
export function tagOf(businessId: string): string {
  return businessId.slice(-8);
}

/** Longest word kept, in characters; longer ones are found by their beginning. */
const LONGEST_WORD = 64;

export function wordKey(tag: string, word: string): string {
  return tag + shortened(word, LONGEST_WORD);
}

/** Numbers live apart from words, so that the two digits of "54" do not find every phone with 54 in it. */
export function phoneKey(tag: string, digits: string): string {
  return `${tag}#${digits}`;
}

/** Fewest digits that find a phone number (contract §8). */
export const FEWEST_DIGITS = 3;

/** `mueller` as `muller`: what somebody who leaves the dots away would type for a name written out. */
export function collapsed(word: string): string {
  return word.replace(/([aou])e/g, "$1");
}

/** The runs of letters and digits of a folded text: `anna.meier@example.com` has four. */
export function partsOf(text: string, spelling: Spelling): string[] {
  return folded(text, spelling).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * Each part of a text, and each with all that follows it: `o'brien` gives o, brien and obrien; an e-mail address is
 * found by its start, by its domain, and whole.
 */
function beginningsOf(text: string, spelling: Spelling): string[] {
  const parts = partsOf(text, spelling);
  return parts.flatMap((part, index) => [part, parts.slice(index).join("")]);
}

function phoneEnds(phoneE164: string, tag: string): string[] {
  const digits = phoneE164.slice(1);
  const count = Math.max(0, digits.length - FEWEST_DIGITS + 1);
  return Array.from({ length: count }, (_, index) => phoneKey(tag, digits.slice(index)));
}
