/** An expression of IML, Make's language between `{{` and `}}`, in the subset that this app uses. */
export type Expression =
  | { readonly kind: "value"; readonly value: string | number }
  | { readonly kind: "path"; readonly names: readonly string[] }
  | { readonly kind: "call"; readonly name: string; readonly args: readonly Expression[] };

/** A template: strings and expressions in order. */
export type Template = readonly (string | Expression)[];

/** Thrown for a template that does not belong to the subset. */
export class ImlError extends Error {}

const ARGUMENTS: Readonly<Record<string, number>> = { if: 3, ifempty: 2, join: 2, toCollection: 3 };
const TOKEN = /\s*(?:'([^']*)'|(\d+)|([A-Za-z_]\w*)|([().,[\]]))/y;

/** Parses a template. Throws an ImlError for syntax outside the subset. */
export function parseTemplate(text: string): Template {
  const parts: (string | Expression)[] = [];
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf("{{", at);
    if (open !== at) parts.push(text.slice(at, open === -1 ? undefined : open));
    if (open === -1) break;
    const close = text.indexOf("}}", open);
    if (close === -1) throw new ImlError(`${text}: an expression has no end.`);
    parts.push(parseExpression(text.slice(open + 2, close)));
    at = close + 2;
  }
  return parts;
}

function parseExpression(source: string): Expression {
  const tokens = tokensOf(source);
  const [expression, end] = expressionAt(tokens, 0, source);
  if (end !== tokens.length) throw new ImlError(`${source}: only paths and calls are supported.`);
  return expression;
}

type Token = {
  readonly text?: string;
  readonly number?: number;
  readonly name?: string;
  readonly mark?: string;
};

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (source.slice(TOKEN.lastIndex).trim() !== "") {
    const match = TOKEN.exec(source);
    if (match === null) throw new ImlError(`${source}: this character is not supported.`);
    const [, text, number, name, mark] = match;
    tokens.push({
      ...(text !== undefined && { text }),
      ...(number && { number: Number(number) }),
      ...(name && { name }),
      ...(mark && { mark }),
    });
  }
  return tokens;
}

function expressionAt(tokens: readonly Token[], at: number, source: string): [Expression, number] {
  const token = tokens[at];
  if (token?.text !== undefined) return [{ kind: "value", value: token.text }, at + 1];
  if (token?.number !== undefined) return [{ kind: "value", value: token.number }, at + 1];
  if (token?.name === undefined) throw new ImlError(`${source}: a value is missing.`);
  return tokens[at + 1]?.mark === "(" ? callAt(tokens, at, source) : pathAt(tokens, at, source);
}

function callAt(tokens: readonly Token[], start: number, source: string): [Expression, number] {
  const name = tokens[start]?.name ?? "";
  const args: Expression[] = [];
  let at = start + 2;
  while (tokens[at]?.mark !== ")") {
    if (args.length > 0 && tokens[at++]?.mark !== ",") throw new ImlError(`${source}: a comma is missing.`);
    const [argument, end] = expressionAt(tokens, at, source);
    args.push(argument);
    at = end;
  }
  if (ARGUMENTS[name] !== args.length)
    throw new ImlError(`${source}: ${name} with ${args.length} arguments is not supported.`);
  return [{ kind: "call", name, args }, at + 1];
}

function pathAt(tokens: readonly Token[], start: number, source: string): [Expression, number] {
  const names = [tokens[start]?.name ?? ""];
  let at = start + 1;
  for (;;) {
    const [mark, inside, close] = [tokens[at]?.mark, tokens[at + 1], tokens[at + 2]?.mark];
    if (mark === "." && inside?.name !== undefined) {
      names.push(inside.name);
      at += 2;
    } else if (mark === "[" && inside?.number !== undefined && close === "]") {
      // Make's indexes start at 1.
      names.push(`${inside.number - 1}`);
      at += 3;
    } else if (mark === "." || mark === "[") throw new ImlError(`${source}: a path ends too early.`);
    else return [{ kind: "path", names }, at];
  }
}

/** Evaluates a template. Returns the value of a single expression with its type; otherwise joins the values as text. */
export function evaluate(template: Template, values: Readonly<Record<string, unknown>>): unknown {
  const [first] = template;
  if (template.length === 1 && first !== undefined && typeof first !== "string")
    return resultOf(first, values);
  return template.map((part) => (typeof part === "string" ? part : textOf(resultOf(part, values)))).join("");
}

const textOf = (value: unknown): string =>
  value === undefined || value === null
    ? ""
    : value instanceof Date
      ? value.toISOString()
      : typeof value === "object"
        ? JSON.stringify(value)
        : String(value);

function resultOf(expression: Expression, values: Readonly<Record<string, unknown>>): unknown {
  if (expression.kind === "value") return expression.value;
  if (expression.kind === "path")
    return expression.names.reduce<unknown>(
      (value, name) =>
        typeof value === "object" && value !== null && Object.hasOwn(value, name)
          ? (value as Record<string, unknown>)[name]
          : undefined,
      values,
    );
  const [first, second, third] = expression.args.map((one) => resultOf(one, values));
  if (expression.name === "if") return isEmpty(first) || first === false ? third : second;
  if (expression.name === "ifempty") return isEmpty(first) ? second : first;
  if (expression.name === "join")
    return Array.isArray(first) ? first.map(textOf).join(textOf(second)) : first;
  const pairs = (first ?? []) as readonly Record<string, unknown>[];
  return Object.fromEntries(pairs.map((pair) => [textOf(pair[textOf(second)]), pair[textOf(third)]]));
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === "";

/** Returns the paths that a template reads. */
export function pathsIn(template: Template): (readonly string[])[] {
  const inExpression = (expression: Expression): (readonly string[])[] => {
    if (expression.kind === "path") return [expression.names];
    return expression.kind === "call" ? expression.args.flatMap(inExpression) : [];
  };
  return template.flatMap((part) => (typeof part === "string" ? [] : inExpression(part)));
}
