import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for checkout, sales and their payments. */
export const salesTexts = defineArea<typeof en>("sales", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
