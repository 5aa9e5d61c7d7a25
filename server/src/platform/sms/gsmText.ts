/**
 * The characters of GSM-7 (3GPP TS 23.038). A text message of these characters holds 160 of them; any other message holds 70 characters.
 */
const BASIC =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
/** The GSM-7 characters that count twice. */
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
 * Replaces characters that are not in GSM-7 by similar ones, such as `ç` by `c`. If a character has no similar one, it remains and the
 * text is sent in UCS-2 at a higher price.
 */
export function toGsm(text: string): string {
  return [...text.normalize("NFC")].map(gsmCharacter).join("");
}

function gsmCharacter(character: string): string {
  if (LENGTHS.has(character)) return character;
  const similar = REPLACEMENTS[character] ?? character.normalize("NFD").replaceAll(/\p{M}/gu, "");
  return [...similar].every((each) => LENGTHS.has(each)) ? similar : character;
}

/**
 * Returns the number of messages for a text. A single message holds 160 characters, and each part of a longer text holds
 * 153. In UCS-2 the limits are 70 and 67.
 */
export function partsOf(text: string): number {
  const lengths = [...text].map((character) => LENGTHS.get(character));
  if (lengths.includes(undefined)) return text.length <= 70 ? 1 : Math.ceil(text.length / 67);
  const length = lengths.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  return length <= 160 ? 1 : Math.ceil(length / 153);
}
