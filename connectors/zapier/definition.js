import { readFileSync } from "node:fs";

/** Triggers, lists, operations and error sentences, generated from the published description of Daybook's API. */
export const definition = JSON.parse(readFileSync(new URL("./definition.json", import.meta.url), "utf8"));
