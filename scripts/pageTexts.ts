import { parseSync } from "oxc-parser";

/** The attributes whose texts users see or screen readers read aloud. */
const TEXT_ATTRIBUTES = new Set([
  "alt",
  "aria-description",
  "aria-label",
  "aria-roledescription",
  "aria-valuetext",
  "content",
  "description",
  "error",
  "label",
  "legend",
  "message",
  "nothingFound",
  "nothingFoundMessage",
  "placeholder",
  "title",
  "tooltip",
]);

/** A word in any alphabet, and names that are the same in every language: the product's name and keyboard keys. */
const WORD = /\p{L}{2,}/u;
const NAMES = /\b(Daybook|Ctrl|Alt|Esc|Shift)\b/g;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

/**
 * Returns the texts in a TSX file that users see but that are not in the message catalogue, with line numbers: text between
 * tags, text attributes, and literals in `{…}` between tags.
 */
export function textsOutsideCatalogue(path: string, source: string): string[] {
  const found: string[] = [];
  const note = (node: Node, text: string) => {
    if (!WORD.test(text.replaceAll(NAMES, ""))) return;
    const line = source.slice(0, node.start).split("\n").length;
    found.push(`${path}:${line}: ${text.trim()}`);
  };
  const textOf = (node: Node): string | undefined => {
    if (node.type === "Literal" && typeof node.value === "string") return node.value;
    if (node.type === "TemplateLiteral")
      return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join("");
    return undefined;
  };
  const noteIn = (node: Node) => {
    const text = textOf(node);
    if (text !== undefined) note(node, text);
    if (node.type === "ConditionalExpression")
      for (const branch of ["consequent", "alternate"]) noteIn(node[branch] as Node);
    if (node.type === "LogicalExpression") noteIn(node.right as Node);
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    if (typeof value !== "object" || value === null || !("type" in value)) return;
    const node = value as Node;
    if (node.type === "JSXText") note(node, node.value as string);
    if (node.type === "JSXElement" || node.type === "JSXFragment")
      for (const child of node.children as Node[])
        if (child.type === "JSXExpressionContainer") noteIn(child.expression as Node);
    if (node.type === "JSXAttribute" && TEXT_ATTRIBUTES.has((node.name as { name: string }).name)) {
      const attribute = node.value as Node | null;
      if (attribute?.type === "JSXExpressionContainer") noteIn(attribute.expression as Node);
      else if (attribute !== null) noteIn(attribute);
    }
    for (const [field, child] of Object.entries(node)) if (field !== "type") visit(child);
  };
  visit(parseSync(path, source).program);
  return found;
}
