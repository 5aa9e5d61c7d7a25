import type { EmailTexts } from "./texts.ts";

export const german: EmailTexts = {
  subject: {
    requested: "Wir haben Ihre Anfrage erhalten",
    booked: "Ihr Termin ist bestätigt",
    moved: "Ihr Termin wurde verschoben",
    cancelled: "Ihr Termin wurde abgesagt",
    declined: "Ihre Anfrage wurde abgelehnt",
    reminder: "Erinnerung an Ihren Termin",
  },
  subjectOfSeveral: {
    requested: (count) => `Wir haben Ihre Anfrage für ${count} Termine erhalten`,
    booked: (count) => `Ihre ${count} Termine sind bestätigt`,
  },
  greeting: (name) => `Guten Tag ${name},`,
  opening: {
    requested: (business) => `vielen Dank für Ihre Anfrage, die bei ${business} angekommen ist:`,
    booked: (business) => `Ihr Termin bei ${business} ist bestätigt:`,
    moved: (business) => `Ihr Termin bei ${business} wurde verschoben:`,
    cancelled: (business) => `Ihr Termin bei ${business} wurde abgesagt:`,
    declined: (business) => `leider kann Ihnen ${business} den angefragten Termin nicht anbieten:`,
    reminder: (business) => `wir erinnern Sie an Ihren Termin bei ${business}:`,
  },
  openingOfSeveral: {
    requested: (business) => `vielen Dank für Ihre Anfrage, die bei ${business} angekommen ist:`,
    booked: (business) => `Ihre Termine bei ${business} sind bestätigt:`,
  },
  notConfirmed: "Das ist noch nicht bestätigt. Sobald es so weit ist, erhalten Sie eine weitere E-Mail.",
  what: "Was",
  when: "Wann",
  before: "Bisher",
  where: "Wo",
  clock: (dateAndTime) => `${dateAndTime} Uhr`,
  contact: "Wenn etwas unklar ist oder Sie nicht kommen können, sagen Sie uns bitte Bescheid:",
  manage: "Termin verschieben oder absagen",
  terms: "Absagen",
  lateCancelFee: (window, fee) => `Wenn Sie weniger als ${window} vor Beginn absagen, berechnen wir ${fee}.`,
  noShowFee: (fee) => `Wenn Sie nicht erscheinen, berechnen wir ${fee}.`,
  deposit: (amount) => `Ihre Anzahlung von ${amount} wird angerechnet.`,
  termsOfEach: "Das gilt für jeden der Termine.",
  farewell: "Freundliche Grüße",
  entry: (business) => `Termin: ${business}`,
};
