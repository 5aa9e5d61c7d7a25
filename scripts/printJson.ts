const WIDTH = 120;

/** Members that are printed on one line at any length: docs/examples.json shows examples in a form to read and compare. */
const ONE_LINE: ReadonlySet<string> = new Set(["example", "value", "headers"]);

/**
 * JSON with one space of indentation, in which a value that fits into 120 columns stays on one line. The description is half
 * as long this way as with `JSON.stringify(…, 2)`, and a change still shows as a few changed lines.
 */
export function printJson(value: unknown, indent = "", name = ""): string {
  const oneLine = JSON.stringify(value);
  if (value === null || typeof value !== "object" || ONE_LINE.has(name)) return oneLine;
  if (indent.length + name.length + oneLine.length + 4 <= WIDTH) return oneLine;
  const inner = `${indent} `;
  if (Array.isArray(value)) {
    const items = value.map((item) => printJson(item, inner));
    const isFlat = value.every((item) => item === null || typeof item !== "object");
    return block("[", isFlat ? filled(items, WIDTH - inner.length) : items, "]", indent);
  }
  const members = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${printJson(item, inner, key)}`,
  );
  return block("{", members, "}", indent);
}

function block(open: string, lines: readonly string[], close: string, indent: string): string {
  return `${open}\n${lines.map((line) => `${indent} ${line}`).join(",\n")}\n${indent}${close}`;
}

/** Several items to a line, as many as fit. */
function filled(items: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    if (last === undefined || last.length + item.length + 3 > width) lines.push(item);
    else lines[lines.length - 1] = `${last}, ${item}`;
  }
  return lines;
}
