import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for the business record and its client fields. */
export const businessTexts = defineArea<typeof en>("business", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
