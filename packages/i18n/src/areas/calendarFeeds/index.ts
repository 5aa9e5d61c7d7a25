import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for the settings of calendar feeds. */
export const calendarFeedsTexts = defineArea<typeof en>("calendarFeeds", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
