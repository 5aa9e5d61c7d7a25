import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for file imports. */
export const importsTexts = defineArea<typeof en>("imports", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
