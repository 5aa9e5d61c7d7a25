export const WAITLIST_EMAILS = ["joined", "offer", "expired", "gone", "booked", "expiring"] as const;
export type WaitlistEmailKind = (typeof WAITLIST_EMAILS)[number];

/** The texts of the e-mails about waitlist entries in one language. Times are passed as formatted text. */
export interface WaitlistEmailTexts {
  /** The part of the subject after the name of the business. */
  readonly subject: Readonly<Record<WaitlistEmailKind, string>>;
  readonly opening: Readonly<Record<WaitlistEmailKind, (business: string) => string>>;
  readonly link: Readonly<Record<WaitlistEmailKind, string>>;
  /** The note in an offer that states when it expires. */
  readonly answerBy: (time: string) => string;
  /** The note in an offer that several clients received. */
  readonly firstAnswer: (time: string) => string;
  /** The note about an automatic booking that states the end of free cancellation. */
  readonly undoBy: (time: string) => string;
  /** The note after several unanswered offers. */
  readonly stillWaiting: string;
}

const english: WaitlistEmailTexts = {
  subject: {
    joined: "you are on the waitlist",
    offer: "a time is free for you",
    expired: "the offered time has expired",
    gone: "the offered time is no longer free",
    booked: "we have booked a time for you",
    expiring: "your place on the waitlist ends tomorrow",
  },
  opening: {
    joined: (business) =>
      `You are on the waitlist of ${business}. We will write to you as soon as a time is free:`,
    offer: (business) => `A time that you are waiting for is free at ${business}:`,
    expired: (business) =>
      `We have not heard from you in time, so ${business} now offers this time to other clients. You keep your place on the waitlist:`,
    gone: (business) =>
      `We are sorry, this time at ${business} is no longer free. You keep your place on the waitlist:`,
    booked: (business) => `A time became free at ${business}, and we have booked it for you, as you asked:`,
    expiring: (business) =>
      `The dates that you asked for at ${business} end tomorrow, and so does your place on the waitlist:`,
  },
  link: {
    joined: "See or leave the waitlist",
    offer: "Accept or decline",
    expired: "See or leave the waitlist",
    gone: "See or leave the waitlist",
    booked: "See your appointment",
    expiring: "See your place on the waitlist",
  },
  answerBy: (time) => `Please answer by ${time}. The time is kept for you until then.`,
  firstAnswer: (time) =>
    `Other clients have this offer too, and the first answer gets the time. It expires at ${time}.`,
  undoBy: (time) => `You can cancel it for free until ${time}.`,
  stillWaiting: "Are you still waiting? If not, please leave the waitlist, so that others are asked sooner.",
};

const german: WaitlistEmailTexts = {
  subject: {
    joined: "Sie stehen auf der Warteliste",
    offer: "ein Termin ist für Sie frei",
    expired: "der angebotene Termin ist verfallen",
    gone: "der angebotene Termin ist nicht mehr frei",
    booked: "wir haben einen Termin für Sie gebucht",
    expiring: "Ihr Platz auf der Warteliste endet morgen",
  },
  opening: {
    joined: (business) =>
      `Sie stehen auf der Warteliste von ${business}. Wir schreiben Ihnen, sobald ein Termin frei wird:`,
    offer: (business) => `bei ${business} ist ein Termin frei, auf den Sie warten:`,
    expired: (business) =>
      `wir haben nicht rechtzeitig von Ihnen gehört, deshalb bietet ${business} diesen Termin nun anderen an. Ihren Platz auf der Warteliste behalten Sie:`,
    gone: (business) =>
      `leider ist dieser Termin bei ${business} nicht mehr frei. Ihren Platz auf der Warteliste behalten Sie:`,
    booked: (business) =>
      `bei ${business} ist ein Termin frei geworden, und wir haben ihn wie gewünscht für Sie gebucht:`,
    expiring: (business) =>
      `die Tage, die Sie sich bei ${business} gewünscht haben, enden morgen und damit auch Ihr Platz auf der Warteliste:`,
  },
  link: {
    joined: "Warteliste ansehen oder verlassen",
    offer: "Annehmen oder ablehnen",
    expired: "Warteliste ansehen oder verlassen",
    gone: "Warteliste ansehen oder verlassen",
    booked: "Termin ansehen",
    expiring: "Platz auf der Warteliste ansehen",
  },
  answerBy: (time) => `Bitte antworten Sie bis ${time}. So lange bleibt der Termin für Sie frei.`,
  firstAnswer: (time) =>
    `Auch andere haben dieses Angebot, und die erste Antwort erhält den Termin. Es verfällt am ${time}.`,
  undoBy: (time) => `Bis ${time} können Sie ihn kostenlos absagen.`,
  stillWaiting:
    "Warten Sie noch? Wenn nicht, verlassen Sie bitte die Warteliste, damit andere früher gefragt werden.",
};

const french: WaitlistEmailTexts = {
  subject: {
    joined: "vous êtes sur la liste d’attente",
    offer: "un créneau est libre pour vous",
    expired: "le créneau proposé a expiré",
    gone: "le créneau proposé n’est plus libre",
    booked: "nous avons réservé un créneau pour vous",
    expiring: "votre place sur la liste d’attente prend fin demain",
  },
  opening: {
    joined: (business) =>
      `Vous êtes sur la liste d’attente de ${business}. Nous vous écrirons dès qu’un créneau se libère :`,
    offer: (business) => `Un créneau que vous attendez est libre chez ${business} :`,
    expired: (business) =>
      `Nous n’avons pas reçu votre réponse à temps, ${business} propose donc ce créneau à d’autres clients. Vous gardez votre place sur la liste d’attente :`,
    gone: (business) =>
      `Ce créneau chez ${business} n’est malheureusement plus libre. Vous gardez votre place sur la liste d’attente :`,
    booked: (business) =>
      `Un créneau s’est libéré chez ${business} et nous l’avons réservé pour vous, comme vous le souhaitiez :`,
    expiring: (business) =>
      `Les dates que vous avez demandées chez ${business} prennent fin demain, et avec elles votre place sur la liste d’attente :`,
  },
  link: {
    joined: "Voir ou quitter la liste d’attente",
    offer: "Accepter ou refuser",
    expired: "Voir ou quitter la liste d’attente",
    gone: "Voir ou quitter la liste d’attente",
    booked: "Voir votre rendez-vous",
    expiring: "Voir votre place sur la liste d’attente",
  },
  answerBy: (time) => `Répondez avant le ${time}. Le créneau vous est réservé jusque-là.`,
  firstAnswer: (time) =>
    `D’autres clients ont reçu cette offre : la première réponse obtient le créneau. Elle expire le ${time}.`,
  undoBy: (time) => `Vous pouvez l’annuler gratuitement jusqu’au ${time}.`,
  stillWaiting:
    "Attendez-vous toujours ? Sinon, quittez la liste d’attente pour que d’autres soient contactés plus tôt.",
};

const spanish: WaitlistEmailTexts = {
  subject: {
    joined: "está en la lista de espera",
    offer: "hay una hora libre para usted",
    expired: "la hora ofrecida ha caducado",
    gone: "la hora ofrecida ya no está libre",
    booked: "hemos reservado una hora para usted",
    expiring: "su lugar en la lista de espera termina mañana",
  },
  opening: {
    joined: (business) =>
      `Está en la lista de espera de ${business}. Le escribiremos en cuanto quede una hora libre:`,
    offer: (business) => `En ${business} hay libre una hora como la que usted espera:`,
    expired: (business) =>
      `No hemos recibido su respuesta a tiempo, por lo que ${business} ofrece ahora esta hora a otras personas. Conserva su lugar en la lista de espera:`,
    gone: (business) =>
      `Lo sentimos: esta hora en ${business} ya no está libre. Conserva su lugar en la lista de espera:`,
    booked: (business) =>
      `En ${business} ha quedado libre una hora y la hemos reservado para usted, como deseaba:`,
    expiring: (business) =>
      `Los días que pidió para su cita en ${business} terminan mañana, y con ellos su lugar en la lista de espera:`,
  },
  link: {
    joined: "Ver la lista de espera o salir de ella",
    offer: "Aceptar o rechazar",
    expired: "Ver la lista de espera o salir de ella",
    gone: "Ver la lista de espera o salir de ella",
    booked: "Ver su cita",
    expiring: "Ver su lugar en la lista de espera",
  },
  answerBy: (time) => `Responda antes del ${time}. Hasta entonces le guardamos la hora.`,
  firstAnswer: (time) =>
    `Otras personas también tienen esta oferta, y la primera respuesta obtiene la hora. Caduca el ${time}.`,
  undoBy: (time) => `Puede cancelarla gratis hasta el ${time}.`,
  stillWaiting:
    "¿Sigue esperando? Si no, salga de la lista de espera para que avisemos antes a otras personas.",
};

const ofLanguage: Readonly<Record<string, WaitlistEmailTexts>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
};

/** Returns the texts for a BCP 47 locale; English for unsupported languages. */
export function waitlistEmailTexts(locale: string): WaitlistEmailTexts {
  return ofLanguage[new Intl.Locale(locale).language] ?? english;
}
