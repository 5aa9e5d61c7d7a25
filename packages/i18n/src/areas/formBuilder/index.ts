import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for creating and editing form templates. */
export const formBuilderTexts = defineArea<typeof en>("formBuilder", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
