import { jsonContent, type PublishedFailures, publishedFailures } from "./publishedAnswers.ts";
import { type PublishedSchemas, publishedSchemas } from "./publishedSchemas.ts";
import { type JsonContent, type PublishedSuccesses, publishedSuccesses } from "./publishedSuccesses.ts";
import type { Route } from "./route.ts";

/** The components that are collected while operations are described. */
export interface PublishedParts {
  readonly schemas: PublishedSchemas;
  readonly successes: PublishedSuccesses;
  readonly failures: PublishedFailures;
  /** Returns the content of a JSON body, with the example unless the description omits examples. */
  readonly content: JsonContent;
}

/** Creates a collector of components. In the brief form, bodies have no examples, and common errors are described by range. */
export function publishedParts(routes: readonly Route[], isBrief: boolean): PublishedParts {
  const schemas = publishedSchemas();
  const content: JsonContent = (schema, example) =>
    isBrief ? { "application/json": { schema } } : jsonContent(schema, example);
  return {
    schemas,
    content,
    successes: publishedSuccesses(schemas, routes, content),
    failures: publishedFailures(isBrief),
  };
}
