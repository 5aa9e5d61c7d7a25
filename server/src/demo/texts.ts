import type { setPolicy } from "../features/business/policies/index.ts";

/** The client fields. The keys are those of the answers that clients.ts draws for each client. */
export const CLIENT_FIELDS = {
  allergies: { label: "Allergies and sensitivities", type: "text" as const },
  drink: {
    label: "Drink",
    type: "choice" as const,
    options: ["Coffee", "Oat milk latte", "Mint tea", "Water"],
  },
  photos: { label: "May we show photos of your hair?", type: "yes_no" as const, required: true },
  birthday: { label: "Birthday", type: "date" as const },
};

/** The policy for bookings. Without a payment provider, the booking page asks for no deposit; staff take deposits at the desk. */
export const POLICY = {
  cancellation_window_minutes: 24 * 60,
  late_cancel_fee: { kind: "percent", percent: 50 },
  no_show_fee: { kind: "percent", percent: 80 },
  deposit: { kind: "percent", percent: 20 },
  cancellation_text:
    "Until 24 hours before your visit you can cancel free of charge. After that we charge half of it.",
  booking_text: "Please come five minutes early. If you are held up, a call is enough.",
} as const satisfies Parameters<typeof setPolicy>[2];

/** The settings and texts of the booking page. Clients can join the waitlist on the page. */
export const BOOKING_PAGE = {
  waitlist_mode: "manual",
  texts: {
    en: {
      heading: "Hair, nails and skin",
      introduction: "Two salons, eight people, no hurry. Choose what you would like, and with whom.",
      confirmation: "Coffee, tea and sparkling water are waiting for you.",
    },
  },
} as const;

/** The form that clients sign before services with a patch test. setUp.ts adds the ids of these services. */
export const CONSENT_FORM = {
  name: "Consent to colour and allergy test",
  frequency: "every_months" as const,
  every_months: 6,
  fields: [
    { type: "yes_no" as const, label: "Have you ever reacted to hair colour or henna?", required: true },
    { type: "consent" as const, label: "I know the risks, and agree to the treatment.", required: true },
    { type: "signature" as const, label: "Signature", required: true },
  ],
};

/** Notes in the files of clients whose hair was coloured. */
export const FORMULAS = [
  "Roots 6.1 + 6.0 (1:1), 6 %, 35 min",
  "Full head 7.3 with 9 %, toner 9.16 for 12 min",
  "Highlights in 28 foils, bleach 6 %, gloss 10.21",
];
