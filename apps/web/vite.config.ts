import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { CHUNK_GROUPS } from "./build/chunks.ts";
import { compressFiles } from "./build/compressFiles.ts";
import { serviceWorker } from "./build/serviceWorker.ts";
import { zoneData } from "./build/zoneData.ts";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "/app/",
  plugins: [react(), zoneData(), serviceWorker(), compressFiles()],
  // The Daybook server proxies requests to this server. The browser opens the hot-reload connection directly.
  server: {
    cors: false,
    hmr: { host: "127.0.0.1", clientPort: Number(process.env.VITE_HMR_PORT ?? 5173) },
  },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    // The oldest supported browsers. All of them support `color-mix`, `:has` and container queries.
    target: ["chrome111", "firefox121", "safari16.4"],
    manifest: true,
    // Inlines no assets, because the content security policy allows `data:` URLs for images only.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      // Disables the warning that `main.tsx` statically imports the first screen, which the list of screens imports
      // dynamically.
      checks: { ineffectiveDynamicImport: false },
      output: { codeSplitting: { groups: [...CHUNK_GROUPS] } },
    },
  },
});
