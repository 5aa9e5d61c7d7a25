import type { IfMatch } from "../../kernel/versions.ts";

/** One element of the list, which may be empty, with the comma behind it: sticky, so that reading takes one pass. */
const ELEMENT = /[ \t]*(?:(W\/)?"([\x21\x23-\x7e\x80-\xff]*)")?[ \t]*(?:,|$)/y;

/** A tag as we write it. An opaque tag is compared letter by letter, so that "07" is not "7". */
const OURS = /^[1-9]\d{0,8}$/;

/**
 * The versions that an `If-Match` header accepts (RFC 9110 §13.1.1): a list of entity tags, of which one must be the
 * record's; `*` accepts any record there is. The comparison is strong: a weak tag, `W/"3"`, never matches. Neither does
 * a tag that we never gave out, and nothing in a header that is no list of tags. Only a number without its quotes is read
 * as the version that it can only mean.
 */
export function versionsIn(header: string | undefined): IfMatch {
  if (header === undefined || header.trim() === "*") return null;
  if (OURS.test(header.trim())) return [Number(header)];
  const versions: number[] = [];
  ELEMENT.lastIndex = 0;
  while (ELEMENT.lastIndex < header.length) {
    const element = ELEMENT.exec(header);
    if (element === null) return [];
    const [, weak, tag = ""] = element;
    if (weak === undefined && OURS.test(tag)) versions.push(Number(tag));
  }
  return versions;
}
