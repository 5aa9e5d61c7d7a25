import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

/**
 * Configures two builds. The first contains the scripts for browsers. With `--ssr`, the build is the renderer that the server imports,
 * bundled with all dependencies. Vite compiles JSX for Preact (`jsxImportSource` of the TypeScript project).
 */
export default defineConfig(({ isSsrBuild }) => ({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "/booking/",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  ssr: { noExternal: true },
  build: isSsrBuild
    ? { target: "node24", minify: false, cssMinify: true }
    : {
        target: ["chrome111", "firefox121", "safari16.4"],
        manifest: true,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: [
            "src/browser/page.ts",
            "src/browser/solver.ts",
            "src/browser/embed.ts",
            "src/kiosk/main.tsx",
          ],
          output: {
            // The name of this file has no hash, because salons copy the file's URL into their sites.
            entryFileNames: ({ name }) => (name === "embed" ? "embed.js" : "assets/[name]-[hash].js"),
          },
        },
      },
}));
