import type { FastifyInstance } from "fastify";
import { html, type Markup, prose, words } from "./markup.ts";
import { pagePolicy } from "./pagePolicy.ts";
import type { JsonObject } from "./publishedSchemas.ts";
import { fieldRow, fieldsOf, listOf, nameOf, objectOf } from "./referenceShapes.ts";
import { REFERENCE_STYLE } from "./referenceStyle.ts";

/**
 * The reference page at `/docs`: the published description for people. It is one document, made when it is first asked for, without a
 * script, and nothing in it is fetched from anywhere; the policy that goes with it allows its own style and no more.
 */
export function referenceRoute(app: FastifyInstance, description: () => JsonObject): void {
  let page: string | undefined;
  const policy = pagePolicy({ style: REFERENCE_STYLE, hasForm: false });
  app.get("/docs", (_request, reply) => {
    page ??= referencePage(description());
    return reply
      .header("content-type", "text/html; charset=utf-8")
      .header("content-security-policy", policy)
      .header("cache-control", "no-cache")
      .send(page);
  });
}

/** A description as a page. */
export function referencePage(description: JsonObject): string {
  const info = objectOf(description.info);
  const components = objectOf(description.components);
  const operations = [...operationsOf(description), ...eventsOf(description)];
  const headings = listOf(description.tags).map(objectOf);
  const tags = headings.map(({ name }) => String(name));
  const shapes = Object.entries(objectOf(components.schemas));
  const refusals = objectOf(components.responses);
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
  (tag, nth) => html`<section id="${anchorOf(tag)}">
<h2>${tag}</h2>
${prose(headings[nth]?.description)}${operations.filter((one) => listOf(one.operation.tags).includes(tag)).map(operationPart)}</section>
`,
)}<section id="shapes">
<h2>Shapes</h2>
${shapes.map(([name, schema]) => shapePart(name, objectOf(schema), objectOf(refusals[name])))}</section>
</main>
</html>
`;
  return page.markup;
}

interface Operation {
  readonly method: string;
  /** With the server's prefix where it is not the one of all others; of what subscribers are sent, the event's name. */
  readonly path: string;
  /** Where the example of the request goes to. */
  readonly url: string;
  readonly operation: JsonObject;
}

const METHODS: ReadonlySet<string> = new Set(["get", "post", "put", "patch", "delete"]);

/** What can be asked. */
function operationsOf(description: JsonObject): Operation[] {
  const prefix = serverOf(description);
  return Object.entries(objectOf(description.paths)).flatMap(([path, item]) => {
    const { servers, ...methods } = objectOf(item);
    const own = servers === undefined ? undefined : serverOf({ servers });
    return Object.entries(methods)
      .filter(([method]) => METHODS.has(method))
      .map(([method, one]) => {
        const operation = objectOf(one);
        const url = (own ?? prefix) + askedAt(path, listOf(operation.parameters).map(objectOf));
        return { method: method.toUpperCase(), path: `${own ?? ""}${path}`, url, operation };
      });
  });
}

/** What subscribers are sent. */
function eventsOf(description: JsonObject): Operation[] {
  return Object.entries(objectOf(description.webhooks)).map(([name, item]) => ({
    method: "POST",
    path: name,
    url: "https://your.example/webhooks",
    operation: objectOf(objectOf(item).post),
  }));
}

function operationPart({ method, path, url, operation }: Operation): Markup {
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
)}${body === undefined ? html`` : html`<h3>Body</h3>${fieldsIn(body)}`}
<h3>For example</h3>
${requestPart(`${method} ${url}`, parameters, body)}<h3>Answers</h3>
${answers.map(([status, answer]) => answerPart(status, objectOf(answer)))}</details>
`;
}

/** The path as it was asked: with its ids, and the parameters that were sent. */
function askedAt(path: string, parameters: readonly JsonObject[]): string {
  const asked = path.replaceAll(/\{(\w+)\}/g, (whole, name) => {
    const found = parameters.find((one) => one.in === "path" && one.name === name);
    return String(found?.example ?? whole);
  });
  const query = parameters.flatMap(({ in: place, name, example }) =>
    place === "query" && example !== undefined ? [`${name}=${encodeURIComponent(String(example))}`] : [],
  );
  // As people read them: colons and commas need no escape in a query.
  const search = query.join("&").replaceAll("%3A", ":").replaceAll("%2C", ",");
  return search === "" ? asked : `${asked}?${search}`;
}

/** The request as it goes over the wire; one with several examples of its body, each. */
function requestPart(line: string, parameters: readonly JsonObject[], body: JsonObject | undefined): Markup {
  const headers = parameters.filter((one) => one.in === "header" && one.required === true);
  const head = [line, ...headers.map(({ name, example }) => `${name}: ${example}`)].join("\n");
  const bodies = examplesOf(body ?? {}).map((each) => `${head}\n\n${JSON.stringify(each, null, 2)}`);
  return html`${(bodies.length === 0 ? [head] : bodies).map((each) => html`<pre>${each}</pre>`)}
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
${fieldsOf(one)}${examplesPart(json)}`;
}

function shapePart(name: string, schema: JsonObject, refusal: JsonObject): Markup {
  return html`<article id="shape-${name}"><h3>${name}</h3>
${prose(schema.description)}${fieldsOf(schema)}${examplesPart(objectOf(jsonOf(refusal)))}</article>
`;
}

function fieldsIn(json: JsonObject): Markup {
  return fieldsOf(objectOf(json.schema));
}

function examplesPart(json: JsonObject): Markup {
  return html`${examplesOf(json).map((each) => html`<pre>${JSON.stringify(each, null, 2)}</pre>`)}
`;
}

/** The one example of a content, or each of them. */
function examplesOf({ example, examples }: JsonObject): unknown[] {
  const several = Object.values(objectOf(examples)).map((each) => objectOf(each).value);
  return example === undefined ? several : [example, ...several];
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
