import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for the connectors to automation platforms. */
export const connectorsTexts = defineArea<typeof en>("connectors", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
