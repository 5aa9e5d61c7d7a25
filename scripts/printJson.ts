const WIDTH = 120;

/** Members that are printed on one line at any length: examples. */
const ONE_LINE: ReadonlySet<string> = new Set(["example", "value"]);

/** Levels that are indented: paths and component names are found by eye, and deeper indentation would be a tenth of the file. */
const INDENTED_LEVELS = 1;

/**
 * JSON whose lines are filled up to 120 columns. The description is half as long this way as with `JSON.stringify(…, 2)`,
 * and a change still shows as a few changed lines.
 */
export function printJson(value: unknown, level = 0, name = ""): string {
  const oneLine = JSON.stringify(value);
  if (value === null || typeof value !== "object" || ONE_LINE.has(name)) return oneLine;
  if (level > 0 && name.length + oneLine.length + 4 <= WIDTH) return oneLine;
  if (Array.isArray(value))
    return block(
      "[",
      value.map((item) => printJson(item, level + 1)),
      "]",
      level,
    );
  const members = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}:${printJson(item, level + 1, key)}`,
  );
  return block("{", members, "}", level);
}

function block(open: string, items: readonly string[], close: string, level: number): string {
  const indent = " ".repeat(Math.min(level, INDENTED_LEVELS));
  const inner = level < INDENTED_LEVELS ? `${indent} ` : indent;
  const lines = filled(items).map((line) => `${inner}${line}`);
  return `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}

/** Several items to a line, as many as fit; an item of several lines has them to itself. */
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
