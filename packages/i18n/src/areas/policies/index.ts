import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for the booking policy and its versions. */
export const policiesTexts = defineArea<typeof en>("policies", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
