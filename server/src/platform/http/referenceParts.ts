import type { JsonObject } from "./publishedSchemas.ts";

/** Returns a tag as it is written in URLs and in Scalar's anchors: "API keys" becomes "api-keys". */
export function slugOf(tag: string): string {
  return tag.toLowerCase().replaceAll(" ", "-");
}

interface Operation {
  readonly tags: readonly string[];
}
interface Description extends JsonObject {
  readonly info: JsonObject;
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Returns the description of each tag by its slug, because Scalar's start time grows with the size of the description (decision 33). */
export function referenceParts(whole: JsonObject): Record<string, JsonObject> {
  const description = whole as Description;
  return Object.fromEntries(description.tags.map((tag) => [slugOf(tag.name), partOf(description, tag)]));
}

function partOf(description: Description, tag: Description["tags"][number]): JsonObject {
  const { info, paths, webhooks = {}, components, ...rest } = description;
  const part = {
    ...rest,
    info: { ...info, title: `${tag.name} · Daybook API`, description: tag.description ?? "" },
    tags: [{ name: tag.name }],
    paths: withTag(paths, tag.name),
    webhooks: withTag(webhooks, tag.name),
  };
  return { ...part, components: usedComponents(part, components) };
}

function withTag(paths: Description["paths"], tag: string): JsonObject {
  const left = Object.entries(paths).map(([path, { servers, ...methods }]) => {
    const own = Object.entries(methods).filter(([, { tags }]) => tags.includes(tag));
    return [path, { ...(servers && { servers }), ...Object.fromEntries(own) }, own.length] as const;
  });
  return Object.fromEntries(
    left.filter(([, , count]) => count > 0).map(([path, methods]) => [path, methods]),
  );
}

/** Returns the components that the document refers to, directly or through other components. */
function usedComponents(document: JsonObject, components: Description["components"]): JsonObject {
  const { securitySchemes = {} } = components;
  const used: Record<string, Record<string, unknown>> = { securitySchemes };
  const waiting: unknown[] = [document];
  while (waiting.length > 0) {
    const references = JSON.stringify(waiting.pop()).matchAll(/"#\/components\/(\w+)\/([^"/]+)"/g);
    for (const [, kind = "", name = ""] of references) {
      used[kind] ??= {};
      if (name in used[kind]) continue;
      const component = components[kind]?.[name];
      used[kind][name] = component;
      waiting.push(component);
    }
  }
  return used;
}
