/**
 * Encodes the value of a parameter: text in PostgreSQL's format, bytes unchanged, and lists as array literals.
 *
 * @throws when the value has another type, such as an object, which its column must encode.
 */
export function encodeParameter(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || Buffer.isBuffer(value)) return value;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.map(elementText).join(",")}}`;
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint")
    return String(value);
  throw new Error(`A parameter of type ${typeof value} has no encoding.`);
}

/** Quotes an element, because an unquoted one may contain a separator or equal NULL. */
function elementText(value: unknown): string {
  const text = encodeParameter(value);
  if (text === null) return "NULL";
  if (Array.isArray(value)) return text as string;
  if (Buffer.isBuffer(text)) return `"\\\\x${text.toString("hex")}"`;
  return `"${text.replace(/[\\"]/g, "\\$&")}"`;
}
