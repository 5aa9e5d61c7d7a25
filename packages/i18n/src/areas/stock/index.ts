import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for tax rates and products. */
export const stockTexts = defineArea<typeof en>("stock", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
