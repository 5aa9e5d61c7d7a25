import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for API keys and their scopes. */
export const apiKeysTexts = defineArea<typeof en>("apiKeys", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
