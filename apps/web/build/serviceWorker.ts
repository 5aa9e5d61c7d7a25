import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import type { Plugin } from "vite";

/** Matches the paths of the message files that every page needs before it can render. */
const FIRST_TEXTS = /\/areas\/(shell|errors|signIn)\/\w+\.ts$/;

/** Returns a Vite plugin that writes `sw.js`: the code of `worker/serviceWorker.ts` with the build's file names. */
export function serviceWorker(): Plugin {
  let source = "";
  return {
    name: "daybook:service-worker",
    apply: "build",
    configResolved(config) {
      source = join(config.root, "worker", "serviceWorker.ts");
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const files = new Set<string>();
      const add = (fileName: string): void => {
        const chunk = byName.get(fileName);
        if (chunk === undefined || files.has(fileName)) return;
        files.add(fileName);
        chunk.imports.forEach(add);
        for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
      };
      const entry = chunks.find(({ isEntry }) => isEntry);
      if (entry === undefined) throw new Error("The build has no entry.");
      add(entry.fileName);
      for (const { fileName, facadeModuleId } of chunks)
        if (FIRST_TEXTS.test(facadeModuleId ?? "")) add(fileName);
      const shell = JSON.stringify([...files].map((name) => `/app/${name}`));
      const code = stripTypeScriptTypes(readFileSync(source, "utf8"));
      const version = createHash("sha256")
        .update(Object.keys(bundle).sort().join())
        .update(code)
        .digest("hex");
      this.emitFile({
        type: "asset",
        fileName: "sw.js",
        source: code
          .replace('"__SHELL_FILES__"', JSON.stringify(shell))
          .replace("__VERSION__", version.slice(0, 12)),
      });
    },
  };
}
