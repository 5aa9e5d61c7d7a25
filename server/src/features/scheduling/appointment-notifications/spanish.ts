import type { EmailTexts } from "./texts.ts";

export const spanish: EmailTexts = {
  subject: {
    requested: "hemos recibido su solicitud",
    booked: "su cita está confirmada",
    moved: "su cita ha cambiado de hora",
    cancelled: "su cita ha sido cancelada",
    declined: "su solicitud ha sido rechazada",
    reminder: "recordatorio de su cita",
  },
  subjectOfSeveral: {
    requested: (count) => `hemos recibido su solicitud de ${count} citas`,
    booked: (count) => `sus ${count} citas están confirmadas`,
  },
  greeting: (name) => `Hola, ${name}:`,
  opening: {
    requested: (business) => `Gracias por su solicitud. ${business} la ha recibido:`,
    booked: (business) => `Su cita en ${business} está confirmada:`,
    moved: (business) => `Su cita en ${business} ha cambiado de hora:`,
    cancelled: (business) => `Su cita en ${business} ha sido cancelada:`,
    declined: (business) => `Lamentablemente, ${business} no puede ofrecerle la cita que solicitó:`,
    reminder: (business) => `Le recordamos su cita en ${business}:`,
  },
  openingOfSeveral: {
    requested: (business) => `Gracias por su solicitud. ${business} la ha recibido:`,
    booked: (business) => `Sus citas en ${business} están confirmadas:`,
  },
  notConfirmed: "Aún no está confirmada. Recibirá otro mensaje en cuanto lo esté.",
  what: "Qué",
  when: "Cuándo",
  before: "Antes",
  where: "Dónde",
  clock: (dateAndTime) => dateAndTime,
  contact: "Si tiene alguna duda o no puede venir, avísenos, por favor:",
  manage: "Cambiar o cancelar su cita",
  terms: "Cancelación",
  lateCancelFee: (window, fee) => `Si cancela con menos de ${window} de antelación, le cobraremos ${fee}.`,
  noShowFee: (fee) => `Si no acude, le cobraremos ${fee}.`,
  deposit: (amount) => `Su depósito de ${amount} se descuenta del total.`,
  termsOfEach: "Esto se aplica a cada una de las citas.",
  farewell: "Un cordial saludo",
  entry: (business) => `Cita: ${business}`,
};
