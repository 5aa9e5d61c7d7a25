/**
 * The characters of GSM-7 (3GPP TS 23.038). A text message with only these characters may have 160 of them; any other may have
 * 70.
 */
const BASIC =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
/** The GSM-7 characters that count as two. */
const EXTENDED = "^{}\\[~]|€";
const LENGTHS: ReadonlyMap<string, number> = new Map([
  ...[...BASIC].map((character) => [character, 1] as const),
  ...[...EXTENDED].map((character) => [character, 2] as const),
]);
const REPLACEMENTS: Readonly<Record<string, string>> = {
  "’": "'",
  "‘": "'",
  "“": '"',
  "”": '"',
  "„": '"',
  "«": '"',
  "»": '"',
  "–": "-",
  "—": "-",
  "…": "...",
  "·": "-",
  "\u00a0": " ",
  "\u202f": " ",
  œ: "oe",
  Œ: "OE",
};

/**
 * Replaces characters that GSM-7 does not have by similar ones, such as `ç` by `c`. Characters without a similar one stay: the
 * text is then sent in UCS-2, at a higher price.
 */
export function toGsm(text: string): string {
  return [...text.normalize("NFC")].map(gsmCharacter).join("");
}

function gsmCharacter(character: string): string {
  if (LENGTHS.has(character)) return character;
  const similar = REPLACEMENTS[character] ?? character.normalize("NFD").replaceAll(/\p{M}/gu, "");
  return [...similar].every((each) => LENGTHS.has(each)) ? similar : character;
}

/** Returns the number of messages that a text takes: 160 characters in one, or 153 in each of several; in UCS-2 70 or 67. */
export function partsOf(text: string): number {
  const lengths = [...text].map((character) => LENGTHS.get(character));
  if (lengths.includes(undefined)) return text.length <= 70 ? 1 : Math.ceil(text.length / 67);
  const length = lengths.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  return length <= 160 ? 1 : Math.ceil(length / 153);
}
