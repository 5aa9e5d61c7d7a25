import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** The list of clients and a client's file. */
export const clientsTexts = defineArea<typeof en>("clients", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
