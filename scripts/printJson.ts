const WIDTH = 200;

/** The JSON members that are printed on one line of any length, because they contain examples. */
const ONE_LINE: ReadonlySet<string> = new Set(["example", "value"]);

/**
 * Prints a value as JSON with lines of up to 200 columns. docs/openapi.json is half as long as with `JSON.stringify(…, 2)`, and
 * a change of the API still affects only a few of its lines.
 */
export function printJson(value: unknown, isInner = false, name = ""): string {
  const oneLine = JSON.stringify(value);
  if (value === null || typeof value !== "object" || ONE_LINE.has(name)) return oneLine;
  if (isInner && name.length + oneLine.length + 4 <= WIDTH) return oneLine;
  if (Array.isArray(value))
    return block(
      "[",
      value.map((item) => printJson(item, true)),
      "]",
    );
  const members = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}:${printJson(item, true, key)}`,
  );
  return block("{", members, "}");
}

function block(open: string, items: readonly string[], close: string): string {
  return `${open}\n${filled(items).join(",\n")}\n${close}`;
}

/** Puts as many items on a line as fit. An item that spans several lines is on its own lines. */
function filled(items: readonly string[]): string[] {
  const lines: string[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    const isBlock = item.includes("\n") || last?.includes("\n");
    if (last === undefined || isBlock || last.length + item.length + 1 > WIDTH) lines.push(item);
    else lines[lines.length - 1] = `${last},${item}`;
  }
  return lines;
}
