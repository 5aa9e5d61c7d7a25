import { isUtf8 } from "node:buffer";
import { invalid } from "../../../kernel/errors.ts";

/** The encodings in which spreadsheet programs save CSV: UTF-8, UTF-16 ("Unicode text") and Windows-1252 (Western European). */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** The number of bytes in which zero bytes are counted to detect UTF-16 without a byte order mark. */
const SAMPLE_BYTES = 4096;

/**
 * Decodes a CSV file. A byte order mark determines the encoding. Without one, many zero bytes mean UTF-16, valid UTF-8 is UTF-8,
 * and everything else is Windows-1252, which accepts any byte. Throws `validation_failed` for a file that is not text.
 */
export function decodeFile(bytes: Buffer): { readonly text: string; readonly encoding: Encoding } {
  const encoding = encodingOf(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  if (text.includes("\u0000")) throw invalid({ path: "/file", message: "is not a text file" });
  return { text, encoding };
}

function encodingOf(bytes: Buffer): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  for (let at = 0; at < sample.length; at++) if (sample[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = sample.length / 8;
  if (odd > many && even < many) return "utf-16le";
  if (even > many && odd < many) return "utf-16be";
  return isUtf8(bytes) ? "utf-8" : "windows-1252";
}
