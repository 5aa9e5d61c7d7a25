import { replaceBookingPage } from "../features/business/booking-page/index.ts";
import { replaceMessageSettings } from "../features/scheduling/message-settings/index.ts";
import type { Transaction } from "../platform/database/index.ts";

/** The texts of the booking page by language. */
const PAGE = {
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
};

/** The texts of messages to clients that differ from the standard ones. */
const MESSAGES = {
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

/** Sets the texts of the demo business's booking page and messages, and lets clients join the waitlist on the page. */
export async function setTexts(tx: Transaction, businessId: string, now: number): Promise<void> {
  await replaceBookingPage(tx, businessId, { texts: PAGE, waitlist_mode: "manual" }, now);
  await replaceMessageSettings(tx, businessId, { messages: MESSAGES, reminder_hours_before: 24 }, now);
}
