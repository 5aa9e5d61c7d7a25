import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for errors: what happened and what the user can do. */
export const errorsTexts = defineArea<typeof en>("errors", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
