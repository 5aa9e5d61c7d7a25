import type { setPolicy } from "../features/business/policies/index.ts";

export const DRINKS = ["Coffee", "Oat milk latte", "Mint tea", "Water"];

/** The labels of the client fields. */
export const FIELDS = {
  allergies: "Allergies and sensitivities",
  drink: "Drink",
  photos: "May we show photos of your hair?",
  birthday: "Birthday",
} as const;

export const CLIENT_FIELDS = [
  { label: FIELDS.allergies, type: "text", options: [] },
  { label: FIELDS.drink, type: "choice", options: DRINKS },
  { label: FIELDS.photos, type: "yes_no", options: [], required: true },
  { label: FIELDS.birthday, type: "date", options: [] },
] as const;

/** A cancellation is late if it is made less than this many hours before the appointment. */
export const CANCELLATION_HOURS = 24;

/** The terms of bookings. Without a payment provider the booking page asks for no deposit; staff take deposits at the desk. */
export const POLICY: Parameters<typeof setPolicy>[2] = {
  cancellation_window_minutes: CANCELLATION_HOURS * 60,
  late_cancel_fee: { kind: "percent", percent: 50 },
  no_show_fee: { kind: "percent", percent: 80 },
  deposit: { kind: "percent", percent: 20 },
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

/** The texts of messages to clients that differ from the standard ones. */
export const MESSAGES = {
  booked: {
    texts: {
      en: { closing: "We look forward to seeing you, {first_name}!" },
      de: { closing: "Wir freuen uns auf Sie, {first_name}!" },
    },
  },
  reminder: {
    texts: {
      en: { closing: "Running late? A quick call is enough." },
      de: { closing: "Sie kommen später? Ein kurzer Anruf genügt." },
    },
  },
};
