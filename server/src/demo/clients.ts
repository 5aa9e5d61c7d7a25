import { addMonthsClamped, dateOf, MINUTE } from "@daybook/engine";
import { createClient } from "../features/clients/clients/index.ts";
import type { Appointment } from "./appointments.ts";
import { type Demo, timeOn } from "./demo.ts";
import { type Random, seededRandom } from "./random.ts";
import { SET_UP_DAYS_AGO } from "./salon.ts";
import { DRINKS, FIELDS } from "./texts.ts";
import type { Action } from "./timeline.ts";

/** The number of clients imported after the business is set up; the others are created shortly before their first booking. */
const IMPORTED_CLIENTS = 320;

export interface DemoClient extends ReturnType<typeof drawClient> {
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
    const client = drawClient(random, clients.size, today);
    const name = `${client.firstName} ${client.lastName}`;
    if (!clients.has(name)) clients.set(name, client);
  }
  return [...clients.values()];
}

function drawClient(random: Random, index: number, today: number) {
  const group = random.happens(0.58) ? ("women" as const) : ("men" as const);
  const firstName = random.oneOf(group === "women" ? WOMEN : MEN);
  const lastName = random.oneOf(LAST_NAMES);
  const [alert, allergies] = random.happens(0.08) ? random.oneOf(ALLERGIES) : [null, null];
  const bornOn = addMonthsClamped(today, -12 * random.whole(18, 74)) - random.whole(0, 364);
  const domain = `example.${random.oneOf(["com", "net", "org"])}`;
  return {
    firstName,
    lastName,
    group,
    email: random.happens(0.8) ? `${localPartOf(`${firstName} ${lastName}`)}@${domain}` : null,
    phone: random.happens(0.9) ? `+493023125${100 + index}` : null,
    alert: alert ?? (random.happens(0.03) ? random.oneOf(REMARKS) : null),
    isBlockedOnline: random.happens(0.01),
    allergies: allergies ?? (random.happens(0.3) ? "None known" : null),
    drink: random.happens(0.5) ? random.oneOf(DRINKS) : null,
    mayShowPhotos: random.happens(0.6) ? random.happens(0.5) : null,
    bornOn: random.happens(0.4) ? dateOf(bornOn) : null,
    /** The relative frequency of the client's appointments. */
    loyalty: random.weighted([1, 2, 4, 8], (loyalty) => 9 - loyalty),
  };
}

/** Returns the creation of the clients. */
export function clientActions(
  demo: Demo,
  clients: readonly DemoClient[],
  appointments: readonly Appointment[],
): Action[] {
  const importAt = timeOn(demo, 1 - SET_UP_DAYS_AGO, "09:00");
  const firstBookings = new Map<DemoClient, number>();
  for (const { client, bookedAt } of appointments)
    firstBookings.set(client, Math.min(bookedAt, firstBookings.get(client) ?? bookedAt));
  return clients.map((client, index) => {
    const firstAt = index < IMPORTED_CLIENTS ? undefined : firstBookings.get(client);
    const at = firstAt === undefined ? importAt + index * MINUTE : firstAt - 30 * MINUTE;
    return { at, run: (now) => saveClient(demo, client, now) };
  });
}

async function saveClient({ tx, businessId, ownerId, idOf }: Demo, client: DemoClient, now: number) {
  const answers = [
    [FIELDS.allergies, client.allergies],
    [FIELDS.drink, client.drink],
    [FIELDS.photos, client.mayShowPhotos],
    [FIELDS.birthday, client.bornOn],
  ] as const;
  const given = answers.filter(([, answer]) => answer !== null);
  const input = {
    first_name: client.firstName,
    last_name: client.lastName,
    email: client.email,
    phone_e164: client.phone,
    alert: client.alert,
    custom_fields: Object.fromEntries(given.map(([label, answer]) => [idOf(label), answer])),
    ...(client.isBlockedOnline ? { online_booking_blocked: true } : {}),
  };
  client.id = (await createClient(tx, { businessId, createdBy: ownerId, now, client: input })).id;
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
