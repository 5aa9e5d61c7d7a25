/** How letters with two dots, strokes and rings are written without them: `u` or `ue` for ü. */
export type Spelling = "plain" | "expanded";

/**
 * Text without case and accents: `Müller` becomes `muller`, or `mueller` in the expanded spelling; `Łukasz` becomes
 * `lukasz`, `Groß` becomes `gross`. Marks of every script are dropped; punctuation and spaces stay.
 */
export function folded(text: string, spelling: Spelling): string {
  const lower = text.normalize("NFKC").toLowerCase();
  const spelled =
    spelling === "expanded" ? lower.replace(/[äöüøå]/g, (letter) => EXPANDED[letter] ?? letter) : lower;
  return spelled
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[ßæœøłđðþıħŧ]/g, (letter) => UNDECOMPOSED[letter] ?? letter);
}

/** The first so many characters (code points), never half of one. */
export function shortened(text: string, mostCharacters: number): string {
  return text.length <= mostCharacters ? text : [...text].slice(0, mostCharacters).join("");
}

const EXPANDED: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" };

/** Letters that Unicode does not take apart into a base and a mark. */
const UNDECOMPOSED: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ħ: "h",
  ŧ: "t",
};
