#!/usr/bin/env node
// `npm run build`: installs missing packages and builds the pages, as npm start does before it starts the server.
import { ensurePages } from "./pages.mjs";
import { ensureInstalled } from "./pinned.mjs";

ensureInstalled({ tools: false });
if (!ensurePages()) process.exitCode = 1;
