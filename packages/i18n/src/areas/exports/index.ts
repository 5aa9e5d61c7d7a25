import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for the export of a business. */
export const exportsTexts = defineArea<typeof en>("exports", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
