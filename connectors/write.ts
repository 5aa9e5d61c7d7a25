import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { appFiles } from "./make/app.ts";
import { type Definition, definitionOf } from "./shared/definition.ts";
import { n8nDefinition } from "./shared/n8n.ts";
import { zapierDefinition } from "./shared/zapier.ts";

const docs = join(import.meta.dirname, "..", "docs");
const read = (name: string) => JSON.parse(readFileSync(join(docs, name), "utf8"));

/** Reads the published description and its examples, and builds the definition of the connectors. */
export function readDefinition(): Definition {
  return definitionOf(read("openapi.json"), read("examples.json"));
}

/** Returns the contents of all generated files by their paths in this folder. */
export function generatedFiles(definition: Definition): Record<string, string> {
  const app = Object.entries(appFiles(definition)).map(([path, content]) => [
    `make/app/${path}`,
    textOf(content),
  ]);
  return Object.fromEntries([
    ...app,
    ["zapier/definition.json", textOf(zapierDefinition(definition))],
    ["n8n/nodes/Daybook/definition.ts", n8nDefinition(definition)],
  ]);
}

const textOf = (content: unknown): string =>
  typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`;

/** `node connectors/write.ts` rewrites the generated files. */
if (import.meta.main) {
  rmSync(join(import.meta.dirname, "make", "app"), { recursive: true, force: true });
  for (const [path, text] of Object.entries(generatedFiles(readDefinition()))) {
    const file = join(import.meta.dirname, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
