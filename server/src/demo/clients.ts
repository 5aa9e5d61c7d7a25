import { addMonthsClamped, dateOf, MINUTE } from "@daybook/engine";
import { createClient } from "../features/clients/clients/index.ts";
import { type Demo, timeOn } from "./demo.ts";
import { type Random, seededRandom } from "./random.ts";
import { SET_UP_DAYS_AGO } from "./salon.ts";
import { CLIENT_FIELDS } from "./texts.ts";

const COUNT = 300;

export type DemoClient = ReturnType<typeof drawClient> & {
  readonly id: string;
  /** Whether the client has bought a prepaid product. */
  hasWallet?: boolean;
};

/** Creates the clients on the day after the set-up, all with different names. */
export async function createClients(demo: Demo): Promise<DemoClient[]> {
  const random = seededRandom("clients");
  const clients = new Map<string, ReturnType<typeof drawClient>>();
  while (clients.size < COUNT) {
    const client = drawClient(random, clients.size, demo.today);
    const name = `${client.firstName} ${client.lastName}`;
    if (!clients.has(name)) clients.set(name, client);
  }
  const createdAt = timeOn(demo, 1 - SET_UP_DAYS_AGO, "09:00");
  return Promise.all(
    [...clients.values()].map(async (client, index) => {
      return { ...client, id: await saveClient(demo, client, createdAt + index * MINUTE) };
    }),
  );
}

function drawClient(random: Random, index: number, today: number) {
  const group = random.happens(0.58) ? ("women" as const) : ("men" as const);
  const firstName = random.oneOf(group === "women" ? WOMEN : MEN);
  const lastName = random.oneOf(LAST_NAMES);
  const [alert, allergies] = random.happens(0.1) ? random.oneOf(ALERTS) : [null, null];
  const bornOn = addMonthsClamped(today, -12 * random.whole(18, 74)) - random.whole(0, 364);
  const localPart = `${firstName}.${lastName}`
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[^a-z.]/g, "");
  return {
    firstName,
    lastName,
    group,
    email: random.happens(0.8) ? `${localPart}@example.${random.oneOf(["com", "net", "org"])}` : null,
    phone: random.happens(0.9) ? `+493023125${100 + index}` : null,
    alert,
    isBlockedOnline: random.happens(0.01),
    testedOn: group === "women" && random.happens(0.6) ? today - random.whole(3, 60) : null,
    answers: {
      allergies: allergies ?? (random.happens(0.3) ? "None known" : null),
      drink: random.happens(0.5) ? random.oneOf(CLIENT_FIELDS.drink.options) : null,
      photos: random.happens(0.6) ? random.happens(0.5) : null,
      birthday: random.happens(0.4) ? dateOf(bornOn) : null,
    },
  };
}

async function saveClient(
  { tx, businessId, ownerId, idOf }: Demo,
  client: ReturnType<typeof drawClient>,
  now: number,
): Promise<string> {
  const answers = Object.entries(CLIENT_FIELDS).flatMap(([key, { label }]) => {
    const answer = client.answers[key as keyof typeof CLIENT_FIELDS];
    return answer === null ? [] : [[idOf(label), answer] as const];
  });
  const input = {
    first_name: client.firstName,
    last_name: client.lastName,
    email: client.email,
    phone_e164: client.phone,
    alert: client.alert,
    patch_test_at: client.testedOn === null ? null : dateOf(client.testedOn),
    custom_fields: Object.fromEntries(answers),
    ...(client.isBlockedOnline ? { online_booking_blocked: true } : {}),
  };
  return (await createClient(tx, { businessId, createdBy: ownerId, now, client: input })).id;
}

/** The alerts that staff see, and the client's own words about allergies. */
const ALERTS: readonly (readonly [string, string | null])[] = [
  ["Allergic to PPD: no permanent colour", "PPD (hair colour)"],
  ["Latex allergy: nitrile gloves only", "Latex"],
  ["Sensitive scalp: lukewarm water, mild shampoo", "Perfume, hot water"],
  ["Hard of hearing on the left: speak from the right", null],
  ["Comes in a wheelchair: keep the first chair free", null],
];

const words = (text: string) => text.split(/\s+/);

const WOMEN =
  words(`Anna Zoë Chloé Inés Agnieszka Sofía Lucía Amélie Élodie Noémie Renée Françoise Freja Astrid Maja Åsa Elin
  Käthe Greta Luise Hannah Leonie Elif Zeynep Gülay Zuzana Tereza Eliška Jelena Ana Beatriz Giulia Chiara Eleni Siobhán Aoife
  Fatima Leïla Yasmin Olena Daria Réka Ágnes Ioana Kristīne Eglė`);

const MEN =
  words(`Jürgen Björn Günther Matthias Lukas Felix Jonas Emil Anton Håkan Lars Rasmus André François Jérôme Étienne
  José Álvaro Martín João Luca Niccolò Tomáš Jiří Mehmet Emre Ümit Goran László Zoltán Dimitris Seán Ciarán Omar Taras Jānis`);

const LAST_NAMES =
  words(`Müller Schäfer Köhler Krüger Schröder Jäger Hübner Lindqvist Sjöberg Åström Dubois Lefèvre Béranger Moreau
  García Núñez Peña Muñoz Gonçalves Simões Conti Rossi Wójcik Kowalczyk Zieliński Novák Dvořák Svoboda Černý Öztürk Şahin
  Çelik Kovačević Petrović Nagy Szabó Popescu Papadopoulos Murphy Byrne Haddad Benali Shevchenko Bērziņš Tamm Becker Fischer`);
