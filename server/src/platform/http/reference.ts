import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { html, type Markup, prose, words } from "./markup.ts";
import type { JsonObject } from "./publishedSchemas.ts";
import { fieldRow, fieldsOf, listOf, nameOf, objectOf } from "./referenceShapes.ts";
import { REFERENCE_STYLE } from "./referenceStyle.ts";

/**
 * The reference page at `/docs`: the published description for people. It is one document made at the start, without a
 * script, and nothing in it is fetched from anywhere; the policy that goes with it allows its own style and no more.
 */
export function referenceRoute(app: FastifyInstance, description: JsonObject): void {
  const page = referencePage(description);
  const style = createHash("sha256").update(REFERENCE_STYLE).digest("base64");
  const policy = `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  app.get("/docs", (_request, reply) =>
    reply
      .header("content-type", "text/html; charset=utf-8")
      .header("content-security-policy", policy)
      .header("cache-control", "no-cache")
      .send(page),
  );
}

/** A description as a page. */
export function referencePage(description: JsonObject): string {
  const info = objectOf(description.info);
  const components = objectOf(description.components);
  const operations = operationsOf(description);
  const tags = listOf(description.tags).map((tag) => String(objectOf(tag).name));
  const shapes = Object.entries(objectOf(components.schemas));
  const page = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${String(info.title)}</title>
<style>${{ markup: REFERENCE_STYLE }}</style>
<header>
<h1>${String(info.title)} <small>${String(info.version)}</small></h1>
${prose(info.description)}
<p>Paths stand below <code>${serverOf(description)}</code>. The same as a file: <a href="/api/v1/openapi.json">openapi.json</a></p>
<nav>${tags.map((tag) => html`<a href="#${anchorOf(tag)}">${tag}</a> `)}<a href="#shapes">Shapes</a></nav>
</header>
<main>
${tags.map(
  (tag) => html`<section id="${anchorOf(tag)}">
<h2>${tag}</h2>
${operations.filter((one) => listOf(one.operation.tags).includes(tag)).map(operationPart)}</section>
`,
)}<section id="shapes">
<h2>Shapes</h2>
${shapes.map(([name, schema]) => shapePart(name, objectOf(schema)))}</section>
</main>
</html>
`;
  return page.markup;
}

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly operation: JsonObject;
}

function operationsOf(description: JsonObject): Operation[] {
  return Object.entries(objectOf(description.paths)).flatMap(([path, methods]) =>
    Object.entries(objectOf(methods)).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation: objectOf(operation),
    })),
  );
}

function operationPart({ method, path, operation }: Operation): Markup {
  const parameters = listOf(operation.parameters).map(objectOf);
  const body = jsonOf(operation.requestBody);
  const answers = Object.entries(objectOf(operation.responses));
  return html`<details id="${String(operation.operationId)}">
<summary><b class="${method.toLowerCase()}">${method}</b> <code>${path}</code> <span>${words(operation.summary)}</span></summary>
${prose(operation.description)}
${["path", "query", "header"].map((place) =>
  parametersPart(
    place,
    parameters.filter((one) => one.in === place),
  ),
)}${body === undefined ? html`` : html`<h3>Body</h3>${fieldsIn(body)}${examplePart(body.example)}`}
<h3>Answers</h3>
${answers.map(([status, answer]) => answerPart(status, objectOf(answer)))}</details>
`;
}

function parametersPart(place: string, parameters: readonly JsonObject[]): Markup {
  if (parameters.length === 0) return html``;
  const rows = parameters.map(({ name, schema, description, required }) =>
    fieldRow(String(name), { ...objectOf(schema), description }, required === true),
  );
  return html`<h3>In the ${place}</h3><dl>${rows}</dl>
`;
}

function answerPart(status: string, answer: JsonObject): Markup {
  if (typeof answer.$ref === "string") {
    const name = nameOf(answer.$ref);
    return html`<p><b>${status}</b> <a href="#shape-${name}">${name}</a></p>
`;
  }
  const json = objectOf(jsonOf(answer));
  const schema = objectOf(json.schema);
  const data = objectOf(objectOf(schema.properties).data);
  const one = Object.keys(data).length > 0 ? data : schema;
  return html`<p><b>${status}</b> ${words(answer.description)}</p>
${fieldsOf(one)}${examplePart(json.example)}`;
}

function shapePart(name: string, schema: JsonObject): Markup {
  return html`<article id="shape-${name}"><h3>${name}</h3>
${prose(schema.description)}${fieldsOf(schema)}</article>
`;
}

function fieldsIn(json: JsonObject): Markup {
  return fieldsOf(objectOf(json.schema));
}

function examplePart(example: unknown): Markup {
  if (example === undefined) return html``;
  return html`<pre>${JSON.stringify(example, null, 2)}</pre>
`;
}

/** The JSON of a request's or an answer's content. */
function jsonOf(holder: unknown): JsonObject | undefined {
  const json = objectOf(objectOf(holder).content)["application/json"];
  return json === undefined ? undefined : objectOf(json);
}

function serverOf(description: JsonObject): string {
  return String(objectOf(listOf(description.servers)[0]).url ?? "/");
}

function anchorOf(tag: string): string {
  return `tag-${tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`;
}
