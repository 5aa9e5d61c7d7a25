import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** The keys and parameters of the messages. */
export type BookingMessages = typeof en;

/** Texts for clients: the booking page and the pages of manage links. */
export const bookingTexts = defineArea<typeof en>("booking", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
