import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for the frame of every screen: navigation, menus, banners, common buttons. */
export const shellTexts = defineArea<typeof en>("shell", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
