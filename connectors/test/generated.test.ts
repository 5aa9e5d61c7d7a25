import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generatedFiles, readDefinition } from "../write.ts";

const outsideMake = Object.entries(generatedFiles(readDefinition())).filter(
  ([path]) => !path.startsWith("make/"),
);

test.each(outsideMake)(
  "%s is the file that `node connectors/write.ts` makes of the description",
  (path, made) => {
    expect(readFileSync(join(import.meta.dirname, "..", path), "utf8")).toBe(made);
  },
);
