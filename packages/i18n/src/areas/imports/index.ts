import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for the imports of files. */
export const importsTexts = defineArea<typeof en>("imports", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
