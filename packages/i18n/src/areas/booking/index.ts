import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** The keys and parameters of the messages. */
export type BookingMessages = typeof en;

/** The texts of the booking page and of the page of a manage link, for clients. */
export const bookingTexts = defineArea<typeof en>("booking", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
