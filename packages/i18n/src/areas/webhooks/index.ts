import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for webhook endpoints and their deliveries. */
export const webhooksTexts = defineArea<typeof en>("webhooks", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
