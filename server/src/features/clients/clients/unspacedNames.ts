import { truncated } from "./foldedText.ts";

/**
 * The characters of Han, kana, Bopomofo and Hangul (CJK) at which a word may begin: names in these scripts are written without spaces, and
 * a search text may begin with any character of a name. In folded text, Hangul is decomposed into letters (jamo), and a syllable begins
 * with a leading consonant. Migration 0059 uses the same ranges.
 */
const STARTS = [
  "\\u1100-\\u115f",
  "\\u3005-\\u3007\\u3041-\\u3096\\u309d-\\u309f\\u30a1-\\u30fa\\u30fd-\\u30ff",
  "\\u3105-\\u312f\\u31a0-\\u31bf\\u31f0-\\u31ff",
  "\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{323af}",
].join("");
/** Vowels and final consonants of Hangul and the long vowel mark. No syllable begins with one of these characters. */
const FOLLOWERS = "\\u1160-\\u11ff\\u30fc";

const ANY = new RegExp(`[${STARTS}]`, "u");
/** Matches the positions before each character of `STARTS`, and the positions at which text in another script begins. */
const BOUNDARY = new RegExp(`(?=[${STARTS}])|(?<=[${STARTS}${FOLLOWERS}])(?![${STARTS}${FOLLOWERS}])`, "u");

/**
 * Maximum number of code points that are stored per suffix of a name, which limits the index size for a name of 120 characters. A longer
 * search text is cut to this length before the comparison.
 */
const MAX_LENGTH = 24;

/** Returns whether a folded text contains a character of a script without spaces. */
export function hasUnspacedScript(text: string): boolean {
  return ANY.test(text);
}

/** Returns the suffixes of a folded name that begin with each of its characters, such as `山田太郎`, `田太郎`, `太郎`, `郎`. */
export function unspacedNameKeys(name: string): string[] {
  const characters = name.split(BOUNDARY).filter((part) => part !== "");
  return characters.map((_, index) => withinUnspacedLength(characters.slice(index).join("")));
}

export function withinUnspacedLength(text: string): string {
  return truncated(text, MAX_LENGTH);
}
