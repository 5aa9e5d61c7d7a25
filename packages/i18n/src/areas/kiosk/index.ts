import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** The keys and parameters of the messages. */
export type KioskMessages = typeof en;

/** Texts for the pages of a front-desk kiosk. */
export const kioskTexts = defineArea<typeof en>("kiosk", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
