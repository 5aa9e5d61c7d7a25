import { addMonthsClamped, dateOf } from "@daybook/engine";
import { type Random, seededRandom } from "./random.ts";

export const DRINKS = ["Coffee", "Oat milk latte", "Mint tea", "Water"];

export interface DemoClient {
  readonly firstName: string;
  readonly lastName: string;
  readonly group: "women" | "men";
  readonly email: string | null;
  readonly phone: string | null;
  readonly alert: string | null;
  readonly isBlockedOnline: boolean;
  readonly allergies: string | null;
  readonly drink: string | null;
  readonly mayShowPhotos: boolean | null;
  readonly bornOn: string | null;
  /** The relative frequency of the client's appointments. */
  readonly loyalty: number;
  /** The client's id; undefined until the client is created. */
  id?: string;
  /** The day number of the client's patch test. */
  testedOn?: number;
  /** Whether the client has bought a prepaid product. */
  hasWallet?: boolean;
}

/** Creates 500 random clients with different names. */
export function drawClients(today: number): DemoClient[] {
  const random = seededRandom("clients");
  const clients = new Map<string, DemoClient>();
  while (clients.size < 500) {
    const group = random.happens(0.58) ? "women" : "men";
    const firstName = random.oneOf(group === "women" ? WOMEN : MEN);
    const lastName = random.oneOf(LAST_NAMES);
    const name = `${firstName} ${lastName}`;
    if (clients.has(name)) continue;
    clients.set(name, { firstName, lastName, group, ...drawDetails(random, name, clients.size, today) });
  }
  return [...clients.values()];
}

function drawDetails(random: Random, name: string, index: number, today: number) {
  const [alert, allergies] = random.happens(0.08) ? random.oneOf(ALLERGIES) : [null, null];
  const bornOn = addMonthsClamped(today, -12 * random.whole(18, 74)) - random.whole(0, 364);
  return {
    email: random.happens(0.8) ? `${localPartOf(name)}@example.${random.oneOf(["com", "net", "org"])}` : null,
    phone: random.happens(0.9) ? `+493023125${String(100 + index)}` : null,
    alert: alert ?? (random.happens(0.03) ? random.oneOf(REMARKS) : null),
    isBlockedOnline: random.happens(0.01),
    allergies: allergies ?? (random.happens(0.3) ? "None known" : null),
    drink: random.happens(0.5) ? random.oneOf(DRINKS) : null,
    mayShowPhotos: random.happens(0.6) ? random.happens(0.5) : null,
    bornOn: random.happens(0.4) ? dateOf(bornOn) : null,
    loyalty: random.weighted([1, 2, 4, 8], (loyalty) => 9 - loyalty),
  };
}

/** Returns the part of an e-mail address before the @: `jurgen.lukasz` for `Jürgen Łukasz`. */
function localPartOf(name: string): string {
  const plain: Readonly<Record<string, string>> = { ß: "ss", ł: "l", ø: "o", æ: "ae", ı: "i", đ: "d" };
  return name
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[ßłøæıđ]/g, (letter) => plain[letter] ?? letter)
    .replaceAll(/[^a-z ]/g, "")
    .trim()
    .replaceAll(" ", ".");
}

/** Allergies: the alert that staff see, and the client's own words. */
const ALLERGIES: readonly (readonly [string, string])[] = [
  ["Allergic to PPD: no permanent colour", "PPD (hair colour)"],
  ["Latex allergy: nitrile gloves only", "Latex"],
  ["Nut allergy: no almond oil", "Almonds, hazelnuts"],
  ["Sensitive scalp: lukewarm water, mild shampoo", "Perfume, hot water"],
  ["Reacts to acrylates: no gel", "Acrylates"],
];

const REMARKS = [
  "Hard of hearing on the left: speak from the right",
  "Comes in a wheelchair: keep the first chair free",
  "Prefers a quiet visit",
  "Pregnant: seat upright, short rinses",
];

const words = (text: string) => text.split(/\s+/);

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
