// Validates the app's files against the JSON schemas of Make's editor (integromat/vscode-apps-sdk, MIT). Daybook does not include the
// schemas. If DAYBOOK_MAKE_SCHEMAS is set, the script reads the schemas from this folder. Otherwise the script downloads a pinned version.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv";

const COMMIT = "eda3ce53e75ce65fda79e75b6c58e8da515c4fe6";
const SOURCE = `https://raw.githubusercontent.com/integromat/vscode-apps-sdk/${COMMIT}/syntaxes`;
const NAMES = [
  ...[
    "api",
    "base",
    "common",
    "endpoint-api",
    "enums",
    "groups",
    "parameters",
    "response",
    "samples",
    "sources",
  ],
];
const MAIN = "makecomapp.schema";
/** The schema for each file, chosen by the end of the file's name. Make's editor uses the same assignment. */
const SCHEMAS = [
  [/(^|\/)makecomapp\.json$/, MAIN],
  [/(^|\/)base\.iml\.json$/, "base"],
  [/(^|\/)common\.json$/, "common"],
  [/(^|\/)groups\.json$/, "groups"],
  [/\.(communication|attach|detach)\.iml\.json$/, "api"],
  [/\.((static-|mappable-)?params|interface)\.iml\.json$/, "parameters"],
  [/\.samples\.iml\.json$/, "samples"],
];

async function schema(name) {
  const folder = process.env.DAYBOOK_MAKE_SCHEMAS;
  if (folder) return JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"));
  const path = name === MAIN ? "local-development/schemas" : "imljson/schemas";
  const answer = await fetch(`${SOURCE}/${path}/${name}.json`);
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}.`);
  return answer.json();
}

let schemas;
try {
  schemas = await Promise.all([...NAMES, MAIN].map(async (name) => [name, await schema(name)]));
} catch (error) {
  console.error(
    `Make's schemas cannot be read (${error.message}). Set DAYBOOK_MAKE_SCHEMAS to a folder with them.`,
  );
  process.exit(2);
}

const ajv = new Ajv({ strict: false, unicodeRegExp: false, allErrors: true, validateFormats: false });
for (const [name, content] of schemas) ajv.addSchema(content, `${name}.json`);

const app = join(import.meta.dirname, "app");
const files = readdirSync(app, { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".json"),
);
let problems = 0;
for (const file of files) {
  const chosen = SCHEMAS.find(([end]) => end.test(file))?.[1];
  const validate = chosen && ajv.getSchema(`${chosen}.json`);
  if (validate?.(JSON.parse(readFileSync(join(app, file), "utf8")))) continue;
  problems += 1;
  console.error(`${file}: ${validate ? ajv.errorsText(validate.errors) : "no schema is for this file"}`);
}
// Checks that the validator applies the schemas: it must reject a misspelt directive.
if (ajv.getSchema("api.json")({ url: "/clients", methood: "GET" }))
  throw new Error("The schemas accept anything.");
console.log(`${files.length} files, ${problems} against the schemas of Make.`);
process.exitCode = problems === 0 ? 0 : 1;
