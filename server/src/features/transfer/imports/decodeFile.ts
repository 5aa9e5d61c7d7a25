import { isUtf8 } from "node:buffer";
import { invalid } from "../../../kernel/errors.ts";
import type { UploadedFile } from "../../../platform/http/upload.ts";

/** The encodings in which spreadsheet programs save CSV: UTF-8, UTF-16 ("Unicode text") and Windows-1252 (Western European). */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** The number of bytes in which zero bytes are counted to detect UTF-16 without a byte order mark. */
const SAMPLE_BYTES = 4096;

/** The number of bytes that are read, decoded and parsed in one turn of the event loop. */
export const PIECE_BYTES = 32 * 1024;

/**
 * Detects the encoding of a text file. A byte order mark determines the encoding. Without a byte order mark, the encoding is UTF-16 if the
 * file contains many zero bytes, UTF-8 if the bytes are valid UTF-8, and otherwise Windows-1252, in which any byte is valid.
 */
export async function detectEncoding(file: UploadedFile): Promise<Encoding> {
  const sample = await file.read(0, SAMPLE_BYTES);
  if (sample[0] === 0xff && sample[1] === 0xfe) return "utf-16le";
  if (sample[0] === 0xfe && sample[1] === 0xff) return "utf-16be";
  const zeros = [0, 0];
  for (let at = 0; at < sample.length; at++) if (sample[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = sample.length / 8;
  if (odd > many && even < many) return "utf-16le";
  if (even > many && odd < many) return "utf-16be";
  return (await isValidUtf8(file)) ? "utf-8" : "windows-1252";
}

async function isValidUtf8(file: UploadedFile): Promise<boolean> {
  // The first bytes of a character whose last bytes are in the next piece.
  let begun: Buffer = Buffer.alloc(0);
  for await (const read of piecesOf(file)) {
    const bytes = Buffer.concat([begun, read]);
    const end = endOfLastCharacter(bytes);
    if (!isUtf8(bytes.subarray(0, end))) return false;
    begun = bytes.subarray(end);
  }
  return begun.length === 0;
}

/** Returns the end of the last complete UTF-8 character. A character has at most four bytes. */
function endOfLastCharacter(bytes: Buffer): number {
  for (let at = bytes.length - 1; at >= 0 && at > bytes.length - 4; at--) {
    const byte = bytes[at] as number;
    if (byte < 0x80) return bytes.length;
    if (byte < 0xc0) continue;
    const length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return at + length > bytes.length ? at : bytes.length;
  }
  return bytes.length;
}

/**
 * Decodes a text file piece by piece, so that a file of any size takes little memory. No piece ends within a character. Throws
 * `validation_failed` for a file that is not text.
 */
export async function* textOf(file: UploadedFile, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const bytes of piecesOf(file)) yield checked(decoder.decode(bytes, { stream: true }));
  yield checked(decoder.decode());
}

function checked(text: string): string {
  if (text.includes("\u0000"))
    throw invalid({ path: "/file", message: "must be a text file in UTF-8, UTF-16 or Windows-1252" });
  return text;
}

async function* piecesOf(file: UploadedFile): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += PIECE_BYTES) yield await file.read(at, PIECE_BYTES);
}
