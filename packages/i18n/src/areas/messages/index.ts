import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for the settings of messages to clients. */
export const messagesTexts = defineArea<typeof en>("messages", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
