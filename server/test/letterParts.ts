/** A part of a letter that is not made of parts itself. */
export interface LetterPart {
  /** As the part's head says it, parameters included. */
  readonly contentType: string;
  readonly isAttachment: boolean;
  /** Decoded. */
  readonly content: string;
}

/** Everything a letter is made of, in order, from its source as it came over the wire. */
export function letterParts(source: string): LetterPart[] {
  const end = source.indexOf("\r\n\r\n");
  const head = source.slice(0, end).replaceAll(/\r\n[ \t]+/g, " ");
  const body = source.slice(end + 4);
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, "im").exec(head)?.[1] ?? "";
  const contentType = header("Content-Type");
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary !== undefined) {
    const inner = `\r\n${body}`.split(`\r\n--${boundary}`).slice(1, -1);
    return inner.flatMap((part) => letterParts(part.replace(/^\r\n/, "")));
  }
  const isAttachment = /^attachment/i.test(header("Content-Disposition"));
  return [{ contentType, isAttachment, content: decoded(body, header("Content-Transfer-Encoding")) }];
}

function decoded(body: string, encoding: string): string {
  if (/base64/i.test(encoding)) return Buffer.from(body, "base64").toString();
  if (!/quoted-printable/i.test(encoding)) return body;
  const bytes = body
    .replaceAll(/=\r\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
