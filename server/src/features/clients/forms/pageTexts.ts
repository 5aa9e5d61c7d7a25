import type { Sentence } from "../../../platform/http/page.ts";

/** The texts of a link's page, except labels and consents, which the templates contain. */
export interface PageTexts {
  readonly language: string;
  readonly title: string;
  readonly step: (nth: number, of: number) => string;
  readonly optional: string;
  readonly choose: string;
  readonly yes: string;
  readonly no: string;
  readonly agree: string;
  readonly name: string;
  readonly sign: string;
  readonly signAgain: string;
  readonly clear: string;
  readonly typeSignature: string;
  readonly send: string;
  readonly isMissing: string;
  readonly isInvalid: string;
  readonly hasProblems: string;
  readonly isDone: string;
  readonly allDone: string;
  readonly nothing: string;
}

const en: PageTexts = {
  language: "en",
  title: "Forms",
  step: (nth, of) => `Form ${nth} of ${of}`,
  optional: "optional",
  choose: "Please choose",
  yes: "Yes",
  no: "No",
  agree: "I agree",
  name: "Your name",
  sign: "Sign here with a finger or the mouse",
  signAgain: "Please sign once more.",
  clear: "Clear",
  typeSignature: "Type your full name to sign, or draw your signature:",
  send: "Send",
  isMissing: "Please answer this.",
  isInvalid: "Please check this answer.",
  hasProblems: "Nothing was sent yet: some answers are missing or invalid.",
  isDone: "Filled in",
  allDone: "Thank you. Everything is filled in; you can close this page.",
  nothing: "There is nothing to fill in.",
};

const de: PageTexts = {
  language: "de",
  title: "Formulare",
  step: (nth, of) => `Formular ${nth} von ${of}`,
  optional: "freiwillig",
  choose: "Bitte wählen",
  yes: "Ja",
  no: "Nein",
  agree: "Ich stimme zu",
  name: "Ihr Name",
  sign: "Hier mit dem Finger oder der Maus unterschreiben",
  signAgain: "Bitte unterschreiben Sie noch einmal.",
  clear: "Löschen",
  typeSignature: "Zum Unterschreiben den vollen Namen eingeben, oder unten zeichnen:",
  send: "Absenden",
  isMissing: "Bitte beantworten.",
  isInvalid: "Bitte prüfen Sie diese Antwort.",
  hasProblems: "Es wurde noch nichts gesendet: Einige Antworten fehlen oder stimmen nicht.",
  isDone: "Ausgefüllt",
  allDone: "Vielen Dank. Alles ist ausgefüllt; Sie können diese Seite schließen.",
  nothing: "Es gibt nichts auszufüllen.",
};

const fr: PageTexts = {
  language: "fr",
  title: "Formulaires",
  step: (nth, of) => `Formulaire ${nth} sur ${of}`,
  optional: "facultatif",
  choose: "Veuillez choisir",
  yes: "Oui",
  no: "Non",
  agree: "J’accepte",
  name: "Votre nom",
  sign: "Signez ici avec le doigt ou la souris",
  signAgain: "Veuillez signer à nouveau.",
  clear: "Effacer",
  typeSignature: "Tapez votre nom complet pour signer, ou dessinez votre signature :",
  send: "Envoyer",
  isMissing: "Veuillez répondre.",
  isInvalid: "Veuillez vérifier cette réponse.",
  hasProblems: "Rien n’a encore été envoyé : certaines réponses sont à revoir.",
  isDone: "Rempli",
  allDone: "Merci. Tout est rempli ; vous pouvez fermer cette page.",
  nothing: "Il n’y a rien à remplir.",
};

const es: PageTexts = {
  language: "es",
  title: "Formularios",
  step: (nth, of) => `Formulario ${nth} de ${of}`,
  optional: "opcional",
  choose: "Elija, por favor",
  yes: "Sí",
  no: "No",
  agree: "Acepto",
  name: "Su nombre",
  sign: "Firme aquí con el dedo o el ratón",
  signAgain: "Firme otra vez, por favor.",
  clear: "Borrar",
  typeSignature: "Escriba su nombre completo para firmar, o dibuje su firma:",
  send: "Enviar",
  isMissing: "Responda, por favor.",
  isInvalid: "Revise esta respuesta, por favor.",
  hasProblems: "Aún no se ha enviado nada: algunas respuestas necesitan revisión.",
  isDone: "Rellenado",
  allDone: "Gracias. Todo está rellenado; puede cerrar esta página.",
  nothing: "No hay nada que rellenar.",
};

const BY_LANGUAGE: Readonly<Record<string, PageTexts>> = { en, de, fr, es };

/** Returns the texts for a locale such as `de-DE`. Returns the English texts for languages without texts. */
export function textsFor(locale: string): PageTexts {
  return BY_LANGUAGE[locale.slice(0, 2).toLowerCase()] ?? en;
}

/** The message for an invalid link in all languages, because the language of its business is unknown. */
export const LINK_NOT_FOUND: readonly Sentence[] = [
  { language: "en", text: "This link does not work any more. Please ask the team for a new one." },
  { language: "de", text: "Dieser Link gilt nicht mehr. Bitte fragen Sie das Team nach einem neuen." },
  { language: "fr", text: "Ce lien n’est plus valable. Veuillez en demander un autre à l’équipe." },
  { language: "es", text: "Este enlace ya no es válido. Pida otro al equipo, por favor." },
];

/** The message for any other failure, in all languages. */
export const REQUEST_FAILED: readonly Sentence[] = [
  { language: "en", text: "The request failed. Please go back and try again in a minute." },
  {
    language: "de",
    text: "Das hat nicht geklappt. Bitte gehen Sie zurück und versuchen Sie es gleich noch einmal.",
  },
  { language: "fr", text: "Cela n’a pas marché. Revenez en arrière et réessayez dans une minute." },
  { language: "es", text: "No ha funcionado. Vuelva atrás e inténtelo de nuevo en un minuto." },
];
