import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for sandboxes: their list, test clock and test events. */
export const sandboxTexts = defineArea<typeof en>("sandbox", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
