import type { EmailTexts } from "./texts.ts";

export const english: EmailTexts = {
  subject: {
    requested: "we received your request",
    booked: "your appointment is confirmed",
    moved: "your appointment has moved",
    cancelled: "your appointment is cancelled",
    declined: "your request was declined",
    reminder: "a reminder of your appointment",
  },
  subjectOfSeveral: {
    requested: (count) => `we received your request for ${count} appointments`,
    booked: (count) => `your ${count} appointments are confirmed`,
  },
  greeting: (name) => `Hello ${name},`,
  opening: {
    requested: (business) => `Thank you for your request. ${business} has received it:`,
    booked: (business) => `Your appointment at ${business} is confirmed:`,
    moved: (business) => `Your appointment at ${business} has been moved:`,
    cancelled: (business) => `Your appointment at ${business} has been cancelled:`,
    declined: (business) => `Unfortunately ${business} cannot offer you the appointment you asked for:`,
    reminder: (business) => `This is a reminder of your appointment at ${business}:`,
  },
  openingOfSeveral: {
    requested: (business) => `Thank you for your request. ${business} has received it:`,
    booked: (business) => `Your appointments at ${business} are confirmed:`,
  },
  notConfirmed: "This is not confirmed yet. You will get another mail as soon as it is.",
  what: "What",
  when: "When",
  before: "Instead of",
  where: "Where",
  clock: (dateAndTime) => dateAndTime,
  contact: "If anything is unclear or you cannot come, please tell us:",
  manage: "Change or cancel your appointment",
  terms: "Cancelling",
  lateCancelFee: (window, fee) => `If you cancel less than ${window} before the start, we charge ${fee}.`,
  noShowFee: (fee) => `If you do not come, we charge ${fee}.`,
  deposit: (amount) => `Your deposit of ${amount} counts towards the total.`,
  termsOfEach: "This applies to each of the appointments.",
  farewell: "Kind regards",
  entry: (business) => `Appointment: ${business}`,
};
