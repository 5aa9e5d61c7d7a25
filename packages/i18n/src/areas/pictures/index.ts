import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for the logo and the photos of staff members. */
export const picturesTexts = defineArea<typeof en>("pictures", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
