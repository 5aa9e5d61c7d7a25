import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressFiles } from "./build/compressFiles.ts";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "/app/",
  plugins: [react(), compressFiles()],
  // The server passes requests to this one on; the page's connection for hot reload comes here directly.
  server: {
    cors: false,
    hmr: { host: "127.0.0.1", clientPort: Number(process.env.VITE_HMR_PORT ?? 5173) },
  },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    // The browsers of the last three years: they all have `color-mix`, `:has` and container queries.
    target: ["chrome111", "firefox121", "safari16.4"],
    manifest: true,
    // A page of the content security policy loads nothing from `data:` but images.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
  },
});
