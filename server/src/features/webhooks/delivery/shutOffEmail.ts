/** The contents of the e-mail about a disabled endpoint. */
export interface DisabledEndpoint {
  readonly businessName: string;
  /** A BCP 47 language tag. */
  readonly locale: string;
  readonly timeZone: string;
  /** The scheme and host of the URL. */
  readonly origin: string;
  /** The time of the first failure, in milliseconds since the epoch. */
  readonly failingSince: number;
  /** The last error in English, as in the API. */
  readonly lastError: string | null;
  /** The URL of the page of the app on which a user can enable the endpoint. */
  readonly link: string;
}

/** Composes the e-mail to the owners in the language of the business, or in English if that language is not supported. */
export function shutOffEmail(endpoint: DisabledEndpoint): { subject: string; text: string } {
  const { businessName, origin, lastError, link } = endpoint;
  const { language, region } = new Intl.Locale(endpoint.locale);
  const texts = ofLanguage[language];
  const { subject, greeting, explanation, error, since, afterwards, oldEvents } = texts ?? english;
  const dateLocale =
    texts === undefined ? "en-GB" : region === undefined ? language : `${language}-${region}`;
  const dateTime = new Intl.DateTimeFormat(dateLocale, {
    dateStyle: "long",
    timeStyle: "long",
    timeZone: endpoint.timeZone,
  }).format(endpoint.failingSince);
  return {
    subject: subject(businessName),
    text: [
      greeting,
      "",
      explanation(businessName),
      "",
      `    ${origin}`,
      `    ${since}: ${dateTime}`,
      `    ${error}: ${lastError ?? "–"}`,
      "",
      afterwards,
      "",
      link,
      "",
      oldEvents,
      "",
    ].join("\n"),
  };
}

interface Texts {
  readonly subject: (business: string) => string;
  readonly greeting: string;
  readonly explanation: (business: string) => string;
  readonly since: string;
  readonly error: string;
  /** The text before the link. */
  readonly afterwards: string;
  readonly oldEvents: string;
}

const english: Texts = {
  subject: (business) => `A webhook of ${business} was disabled`,
  greeting: "Hello,",
  explanation: (business) =>
    `deliveries of ${business} to a webhook endpoint have failed for three days, so Daybook has disabled it. New events are kept.`,
  since: "Failing since",
  error: "Last error",
  afterwards:
    "Once the receiver works again, enable the endpoint here. Daybook then sends the events of the last three days, oldest first:",
  oldEvents: "Older events stay in the endpoint's log for thirty days, from which each can be sent again.",
};

const ofLanguage: Readonly<Record<string, Texts>> = {
  en: english,
  de: {
    subject: (business) => `Ein Webhook von ${business} wurde abgeschaltet`,
    greeting: "Guten Tag,",
    explanation: (business) =>
      `Zustellungen von ${business} an einen Webhook-Endpunkt sind seit drei Tagen fehlgeschlagen, deshalb hat Daybook ihn abgeschaltet. Neue Ereignisse werden aufbewahrt.`,
    since: "Fehlgeschlagen seit",
    error: "Letzter Fehler",
    afterwards:
      "Sobald der Empfänger wieder funktioniert, schalten Sie den Endpunkt hier ein. Daybook sendet dann die Ereignisse der letzten drei Tage, die ältesten zuerst:",
    oldEvents:
      "Ältere Ereignisse bleiben dreißig Tage im Protokoll des Endpunkts und können von dort einzeln erneut gesendet werden.",
  },
  fr: {
    subject: (business) => `Un webhook de ${business} a été désactivé`,
    greeting: "Bonjour,",
    explanation: (business) =>
      `les envois de ${business} vers un point de terminaison webhook échouent depuis trois jours ; Daybook l'a donc désactivé. Les nouveaux événements sont conservés.`,
    since: "En échec depuis",
    error: "Dernière erreur",
    afterwards:
      "Dès que le destinataire fonctionne de nouveau, activez le point de terminaison ici. Daybook envoie alors les événements des trois derniers jours, les plus anciens d'abord :",
    oldEvents:
      "Les événements plus anciens restent trente jours dans le journal du point de terminaison, d'où chacun peut être renvoyé.",
  },
  es: {
    subject: (business) => `Se ha desactivado un webhook de ${business}`,
    greeting: "Hola:",
    explanation: (business) =>
      `los envíos de ${business} a un endpoint de webhook llevan tres días fallando, por lo que Daybook lo ha desactivado. Los eventos nuevos se conservan.`,
    since: "Falla desde",
    error: "Último error",
    afterwards:
      "Cuando el receptor vuelva a funcionar, active el endpoint aquí. Daybook enviará entonces los eventos de los últimos tres días, empezando por los más antiguos:",
    oldEvents:
      "Los eventos más antiguos permanecen treinta días en el registro del endpoint, desde donde se pueden reenviar uno a uno.",
  },
};
