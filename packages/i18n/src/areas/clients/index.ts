import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for the list of clients and the page of a client. */
export const clientsTexts = defineArea<typeof en>("clients", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
