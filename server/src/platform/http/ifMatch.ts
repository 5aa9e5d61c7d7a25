import type { IfMatch } from "../../kernel/versions.ts";

/**
 * Matches one element of a list of tags, possibly empty, with the comma after it. The expression is sticky, so that parsing
 * takes one pass.
 */
const ELEMENT = /[ \t]*(?:(W\/)?"([\x21\x23-\x7e\x80-\xff]*)")?[ \t]*(?:,|$)/y;

/** The format of the server's tags. Tags are opaque, so "07" does not equal "7". */
const VERSION_TAG = /^[1-9]\d{0,8}$/;

/**
 * Returns the versions that an `If-Match` header accepts (RFC 9110 §13.1.1): a list of entity tags, one of which must be the record's;
 * `*` accepts any existing record. The comparison is strong, so weak tags such as `W/"3"` never match. Tags in another format and headers
 * that are not a list of tags never match either. A single number without quotes is read as a version, because clients forget the quotes.
 */
export function versionsIn(header: string | undefined): IfMatch {
  if (header === undefined || header.trim() === "*") return null;
  if (VERSION_TAG.test(header.trim())) return [Number(header)];
  const versions: number[] = [];
  ELEMENT.lastIndex = 0;
  while (ELEMENT.lastIndex < header.length) {
    const element = ELEMENT.exec(header);
    if (element === null) return [];
    const [, weak, tag = ""] = element;
    if (weak === undefined && VERSION_TAG.test(tag)) versions.push(Number(tag));
  }
  return versions;
}
