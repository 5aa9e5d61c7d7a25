import { html, type Markup, words } from "./markup.ts";
import type { JsonObject } from "./publishedSchemas.ts";

/** The fields of a shape, a line each: name, type, whether it must be there, what it means. Nested ones follow theirs. */
export function fieldsOf(schema: JsonObject): Markup {
  const rows = rowsOf(schema, "");
  return rows.length === 0 ? html`<p>${typeOf(schema)}</p>` : html`<dl>${rows}</dl>`;
}

function rowsOf(schema: JsonObject, prefix: string): Markup[] {
  const required = listOf(schema.required);
  return Object.entries(objectOf(schema.properties)).flatMap(([name, property]) => {
    const field = objectOf(property);
    const path = prefix + name;
    const below = field.type === "array" ? objectOf(field.items) : field;
    return [
      fieldRow(path, field, required.includes(name)),
      ...rowsOf(below, field.type === "array" ? `${path}[].` : `${path}.`),
    ];
  });
}

/** One field or parameter. */
export function fieldRow(name: string, schema: JsonObject, isRequired: boolean): Markup {
  const note = isRequired ? html` <b>required</b>` : html``;
  return html`<dt><code>${name}</code> <span>${typeOf(schema)}</span>${note}</dt>
<dd>${words(schema.description)}${limitsOf(schema)}</dd>
`;
}

/** The type in a few words; a named shape is a link to it. */
export function typeOf(schema: JsonObject): Markup {
  if (typeof schema.$ref === "string") {
    const name = nameOf(schema.$ref);
    return html`<a href="#shape-${name}">${name}</a>`;
  }
  const choices = [schema.anyOf, schema.oneOf].find(Array.isArray);
  if (choices !== undefined)
    return joined(
      choices.map((each) => typeOf(objectOf(each))),
      " or ",
    );
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (Array.isArray(schema.enum))
    return joined(
      schema.enum.map((each) => html`<code>${String(each)}</code>`),
      ", ",
    );
  const types = Array.isArray(schema.type) ? schema.type.map(String) : [String(schema.type ?? "anything")];
  return joined(
    types.map((type) => plainType(type, schema)),
    " or ",
  );
}

function plainType(type: string, schema: JsonObject): Markup {
  if (type === "array") return html`list of ${typeOf(objectOf(schema.items))}`;
  if (type === "string" && typeof schema.format === "string") return html`${schema.format}`;
  return html`${type}`;
}

/** Bounds, default and example, as far as the schema says them. */
function limitsOf(schema: JsonObject): Markup {
  const said = LIMITS.flatMap(([keyword, label]) =>
    schema[keyword] === undefined ? [] : [`${label} ${JSON.stringify(schema[keyword])}`],
  );
  const [example] = listOf(schema.examples);
  if (example !== undefined) said.push(`for example ${JSON.stringify(example)}`);
  return said.length === 0 ? html`` : html` <small>${said.join(", ")}</small>`;
}

const LIMITS = [
  ["minimum", "from"],
  ["maximum", "up to"],
  ["minLength", "characters from"],
  ["maxLength", "characters up to"],
  ["minItems", "entries from"],
  ["maxItems", "entries up to"],
  ["pattern", "pattern"],
  ["default", "default"],
] as const;

/** The last word of a reference. */
export function nameOf(reference: unknown): string {
  return String(reference).split("/").at(-1) ?? "";
}

/** What stands there when it is an object, else an empty one. */
export function objectOf(value: unknown): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

/** What stands there when it is a list, else an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function joined(parts: readonly Markup[], between: string): Markup {
  return html`${parts.map((part, nth) => (nth === 0 ? part : html`${between}${part}`))}`;
}
