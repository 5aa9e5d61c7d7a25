import type { setPolicy } from "../features/business/policies/index.ts";

const DRINKS = ["Coffee", "Oat milk latte", "Mint tea", "Water"];

/** The client fields. The demo reads the answers of clients by the keys. */
export const CLIENT_FIELDS = {
  allergies: { label: "Allergies and sensitivities", type: "text", options: [] },
  drink: { label: "Drink", type: "choice", options: DRINKS },
  photos: { label: "May we show photos of your hair?", type: "yes_no", options: [], required: true },
  birthday: { label: "Birthday", type: "date", options: [] },
} as const;

/** A cancellation is late if it is made less than this many hours before the appointment. */
export const CANCELLATION_HOURS = 24;
export const DEPOSIT_PERCENT = 20;

/** The terms of bookings. Without a payment provider the booking page asks for no deposit; staff take deposits at the desk. */
export const POLICY: Parameters<typeof setPolicy>[2] = {
  cancellation_window_minutes: CANCELLATION_HOURS * 60,
  late_cancel_fee: { kind: "percent", percent: 50 },
  no_show_fee: { kind: "percent", percent: 80 },
  deposit: { kind: "percent", percent: DEPOSIT_PERCENT },
  cancellation_text:
    "Until 24 hours before your visit you can cancel free of charge. After that we charge half of it.",
  booking_text: "Please come five minutes early. If you are held up, a call is enough.",
};

/** The booking page and its texts by language. Clients can join the waitlist on it. */
export const BOOKING_PAGE = {
  waitlist_mode: "manual",
  texts: {
    en: {
      heading: "Hair, nails and skin",
      introduction: "Two salons, eight people, no hurry. Choose what you would like, and with whom.",
      confirmation: "Coffee, tea and sparkling water are waiting for you.",
    },
    de: {
      heading: "Haare, Nägel und Haut",
      introduction: "Zwei Salons, acht Menschen, keine Eile. Wählen Sie, was Sie möchten und bei wem.",
      confirmation: "Kaffee, Tee und Sprudel warten auf Sie.",
    },
  },
} as const;

const closing = (en: string, de: string) => ({ texts: { en: { closing: en }, de: { closing: de } } });

/** The texts of messages to clients that differ from the standard ones. */
export const MESSAGES = {
  booked: closing("We look forward to seeing you, {first_name}!", "Wir freuen uns auf Sie, {first_name}!"),
  reminder: closing("Running late? A quick call is enough.", "Sie kommen später? Ein kurzer Anruf genügt."),
};

/** Notes in the files of clients whose hair was coloured. */
export const FORMULAS = [
  "Roots 6.1 + 6.0 (1:1), 6 %, 35 min",
  "Full head 7.3 with 9 %, toner 9.16 for 12 min",
  "Highlights in 28 foils, bleach 6 %, gloss 10.21",
  "5.0 + 5.4 (2:1), 3 %; covers grey well, 40 min",
  "Balayage from the cheekbones, toner 8.1 + 9.2 for 8 min",
];
