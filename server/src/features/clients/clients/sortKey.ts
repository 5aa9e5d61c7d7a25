import { folded, truncated } from "./foldedText.ts";

const MAX_KEY_CHARACTERS = 80;
/** Maximum length of a key in bytes of UTF-8, so that a cursor with two keys is shorter than `MAX_CURSOR_LENGTH`. */
const MAX_KEY_BYTES = 128;

/**
 * Returns the key by which the list sorts a name, without case and accents: Ärmel sorts with Armel, de Vries with De Vries. The key is
 * empty only for a missing name, which sorts first.
 */
export function sortKeyOf(name: string | null): string {
  if (name === null) return "";
  const key = truncated(folded(name, "plain") || name, MAX_KEY_CHARACTERS);
  // In stream mode, the decoder omits an incomplete character at the end.
  return new TextDecoder().decode(Buffer.from(key).subarray(0, MAX_KEY_BYTES), { stream: true });
}
