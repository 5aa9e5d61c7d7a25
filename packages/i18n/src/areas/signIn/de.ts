import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  title: "Anmelden",
  signIn: "Anmelden",
  email: "E-Mail",
  password: "Passwort",
  showPassword: "Passwort anzeigen",
  forgotten: "Passwort vergessen?",
  noAccount: "Noch kein Konto?",
  haveAccount: "Schon ein Konto?",
  signUp: "Registrieren",
  signUpTitle: "Konto erstellen",
  name: "Ihr Name",
  passwordHint: "Mindestens 8 Zeichen",
  checkEmail: "Sehen Sie in Ihre E-Mails",
  signUpSent:
    "Wir haben einen Link an {email} gesendet. Öffnen Sie ihn, um Ihre Adresse zu bestätigen; er gilt einen Tag.",
  resetTitle: "Passwort zurücksetzen",
  resetHint: "Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort festlegen.",
  sendLink: "Link senden",
  resetSent: "Wenn {email} ein Konto hat, ist ein Link unterwegs. Er gilt eine Stunde.",
  back: "Zurück zur Anmeldung",
  wrong: "E-Mail oder Passwort ist falsch.",
  byInvitation:
    "Auf diesem Server ist die Registrierung nur mit Einladung möglich. Fragen Sie die Inhaberin oder den Inhaber.",
  chooseTitle: "Betrieb wählen",
  noBusiness: "Sie gehören noch zu keinem Betrieb",
  noBusinessHint: "Öffnen Sie den Link Ihrer Einladung oder bitten Sie um eine Einladung für {email}.",
  newBusiness: "Betrieb einrichten",
  expiredTitle: "Bitte melden Sie sich wieder an",
  expiredHint:
    "Ihre Sitzung ist beendet. Ihre Eingaben sind noch da; nach der Anmeldung geht es hier weiter.",
  otherUser: "Als andere Person anmelden",
} satisfies Translation<typeof en>;
