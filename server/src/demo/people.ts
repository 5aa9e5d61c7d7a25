import { addMonthsClamped, dateOf } from "@daybook/engine";
import { type Chance, chanceOf } from "./chance.ts";

/** Somebody who comes to the salon, before they are written down. */
export interface Person {
  readonly firstName: string;
  readonly lastName: string | null;
  readonly sex: "women" | "men";
  readonly email: string | null;
  readonly phone: string | null;
  readonly alert: string | null;
  readonly isBlockedOnline: boolean;
  readonly allergies: string | null;
  readonly drink: string | null;
  readonly mayShowPhotos: boolean | null;
  readonly bornOn: string | null;
  /** How often they come, beside the others. */
  readonly loyalty: number;
}

/** Five hundred people, no two of one name, a little more women than men. */
export function fiveHundredPeople(today: number): Person[] {
  const chance = chanceOf("people");
  const people = new Map<string, Person>();
  while (people.size < 500) {
    const sex = chance.happens(0.58) ? "women" : "men";
    const firstName = chance.oneOf(sex === "women" ? WOMEN : MEN);
    // One walk-in in fifty gave no more than a first name.
    const lastName = chance.happens(0.02) ? null : chance.oneOf(LAST_NAMES);
    const name = `${firstName} ${lastName ?? ""}`;
    if (people.has(name)) continue;
    people.set(name, { firstName, lastName, sex, ...detailsOf(chance, name, people.size, today) });
  }
  return [...people.values()];
}

function detailsOf(chance: Chance, name: string, index: number, today: number) {
  const allergy = chance.happens(0.08) ? chance.oneOf(ALLERGIES) : null;
  return {
    email: chance.happens(0.8) ? `${addressOf(name)}@example.${chance.oneOf(["com", "net", "org"])}` : null,
    phone: chance.happens(0.9) ? phoneOf(index) : null,
    alert: allergy?.alert ?? (chance.happens(0.03) ? chance.oneOf(REMARKS) : null),
    isBlockedOnline: chance.happens(0.01),
    allergies: allergy?.answer ?? (chance.happens(0.3) ? "None known" : null),
    drink: chance.happens(0.5) ? chance.oneOf(["Coffee", "Oat milk latte", "Mint tea", "Water"]) : null,
    mayShowPhotos: chance.happens(0.6) ? chance.happens(0.5) : null,
    bornOn: chance.happens(0.4)
      ? dateOf(addMonthsClamped(today, -12 * chance.whole(18, 74)) - chance.whole(0, 364))
      : null,
    loyalty: chance.weighted([1, 2, 4, 8], (loyalty) => 9 - loyalty),
  };
}

/** German numbers that are kept free for fiction: Berlin 23125-000 … -999; the first ones are the salon's own. */
function phoneOf(index: number): string {
  return `+493023125${String(100 + index).padStart(3, "0")}`;
}

/** `Jürgen Łukasz Ørsted` as `jurgen.lukasz.orsted`. */
function addressOf(name: string): string {
  const plain: Readonly<Record<string, string>> = { ß: "ss", ł: "l", ø: "o", æ: "ae", ı: "i", đ: "d" };
  return name
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[ßłøæıđ]/g, (letter) => plain[letter] ?? letter)
    .replaceAll(/[^a-z ]/g, "")
    .trim()
    .replaceAll(" ", ".");
}

const ALLERGIES = [
  { alert: "Allergic to PPD: no permanent colour", answer: "PPD (hair colour)" },
  { alert: "Latex allergy: nitrile gloves only", answer: "Latex" },
  { alert: "Nut allergy: no almond oil", answer: "Almonds, hazelnuts" },
  { alert: "Sensitive scalp: lukewarm water, mild shampoo", answer: "Perfume, hot water" },
  { alert: "Reacts to acrylates: no gel", answer: "Acrylates" },
] as const;

const REMARKS = [
  "Hard of hearing on the left: speak from the right",
  "Comes in a wheelchair: keep the first chair free",
  "Prefers a quiet visit",
  "Pregnant: seat upright, short rinses",
] as const;

const WOMEN =
  words(`Anna Zoë Chloé Inés Agnieszka Małgorzata Sofía Lucía Amélie Élodie Noémie Renée Françoise Margaux
  Freja Astrid Ingrid Sølvi Maja Linnéa Åsa Elin Saga Käthe Jördis Marlene Greta Frieda Luise Mathilda Hannah Leonie
  Emilia Ayşe Elif Zeynep Gülay Katarína Zuzana Tereza Jana Eliška Božena Iva Jelena Milica Dragana Ana Beatriz Joana
  Conceição Giulia Chiara Francesca Maria Eleni Despina Katerina Siobhán Aoife Niamh Róisín Fatima Leïla Yasmin
  Olena Oksana Daria Svetlana Réka Zsófia Ágnes Ioana Ștefania Kristīne Līga Eglė Aušra Kadri`);

const MEN =
  words(`Jürgen Søren Björn Jörg Günther Matthias Lukas Felix Jonas Emil Oskar Anton Moritz Ole Håkan
  Åke Lars Mikkel Rasmus Jesper André François Jérôme Rémi Étienne Théo Loïc José Íñigo Álvaro Martín João Tomás Gonçalo
  Luca Matteo Niccolò Paweł Łukasz Michał Stanisław Jiří Ondřej Tomáš Mehmet Çağlar Oğuz Emre Ümit Nikola Dušan Željko
  Goran László Gábor Zoltán Ionuț Ștefan Dimitris Giorgos Seán Oisín Ciarán Omar Karim Taras Andriy Jānis Mindaugas`);

const LAST_NAMES =
  words(`Müller Schäfer Größmann Weiß Köhler Böhm Krüger Schröder Jäger Vögele Hübner Lindqvist Sjöberg
  Åström Nyström Bjørnsen Sørensen Nørgaard Møller Kjærgaard Østergaard Dubois Lefèvre Béranger Côté Moreau Lemaître
  García Núñez Peña Ibáñez Muñoz Gonçalves Magalhães Simões Conti Esposito Rossi Wójcik Kowalczyk Zieliński Dąbrowski
  Pawłowski Novák Dvořák Svoboda Černý Yılmaz Öztürk Şahin Çelik Kovačević Petrović Živković Nagy Szabó Kővári Popescu
  Ionescu Papadopoulos Georgiou Murphy O’Brien Byrne Haddad Benali El-Amrani Shevchenko Bondarenko Ivanović
  Bērziņš Kazlauskas Tamm Becker Fischer Hoffmann Richter Neumann Zimmermann Hartmann Lange Werner Vogel Roth Simon`);

function words(text: string): string[] {
  return text.split(/\s+/);
}
