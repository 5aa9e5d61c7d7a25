import { addMonthsClamped, dateOf, MINUTE } from "@daybook/engine";
import { createClient } from "../features/clients/clients/index.ts";
import type { Demo } from "./demo.ts";
import { type Random, seededRandom } from "./random.ts";
import { SET_UP_DAYS_AGO } from "./salon.ts";
import { CLIENT_FIELDS } from "./texts.ts";

const COUNT = 300;

export type DemoClient = ReturnType<typeof drawClient> & { readonly id: string };

/** Creates the clients on the day after the set-up, all with different names. */
export async function createClients(demo: Demo): Promise<DemoClient[]> {
  const { tx, businessId, ownerId: createdBy, idOf, today, at } = demo;
  const random = seededRandom("clients");
  const clients = new Map<string, ReturnType<typeof drawClient>>();
  while (clients.size < COUNT) {
    const client = drawClient(random, clients.size, today);
    if (!clients.has(client.name)) clients.set(client.name, client);
  }
  return Promise.all(
    [...clients.values()].map(async (drawn) => {
      const answers = Object.entries(drawn.answers).map(([key, answer]) => {
        return [idOf(CLIENT_FIELDS[key as keyof typeof CLIENT_FIELDS].label), answer] as const;
      });
      const client = { ...drawn.input, custom_fields: Object.fromEntries(answers) };
      const now = at(1 - SET_UP_DAYS_AGO, "09:00") + drawn.index * MINUTE;
      return { ...drawn, id: (await createClient(tx, { businessId, createdBy, now, client })).id };
    }),
  );
}

function drawClient(random: Random, index: number, today: number) {
  const group = random.happens(0.58) ? ("women" as const) : ("men" as const);
  const first_name = random.oneOf(FIRST_NAMES[group]);
  const last_name = random.oneOf(LAST_NAMES);
  const [alert, allergies] = random.happens(0.1) ? random.oneOf(ALERTS) : [null, "None known"];
  const address = `${first_name}.${last_name}@example.com`.toLowerCase().normalize("NFKD");
  return {
    /** The position in the list of clients. */
    index,
    name: `${first_name} ${last_name}`,
    group,
    /** Whether the client buys prepaid products. These clients are the first of the list and have the most appointments. */
    hasWallet: index < 12,
    input: {
      first_name,
      last_name,
      email: random.happens(0.8) ? address.replaceAll(/[^a-z.@]/g, "") : null,
      phone_e164: random.happens(0.9) ? `+493023125${100 + index}` : null,
      alert,
      patch_test_at: group === "women" && random.happens(0.6) ? dateOf(today - random.whole(3, 60)) : null,
      online_booking_blocked: random.happens(0.01),
    },
    answers: {
      allergies,
      drink: random.oneOf(CLIENT_FIELDS.drink.options),
      photos: random.happens(0.5),
      birthday: dateOf(addMonthsClamped(today, -12 * random.whole(18, 74)) - random.whole(0, 364)),
    },
  };
}

/** The alerts that staff see, and the client's own words about allergies. */
const ALERTS: readonly (readonly [string, string])[] = [
  ["Allergic to PPD: no permanent colour", "PPD (hair colour)"],
  ["Latex allergy: nitrile gloves only", "Latex"],
  ["Sensitive scalp: lukewarm water, mild shampoo", "Perfume, hot water"],
];

const words = (text: string) => text.split(/\s+/);

const FIRST_NAMES = {
  women:
    words(`Anna Zoë Chloé Inés Agnieszka Sofía Lucía Amélie Élodie Noémie Renée Françoise Freja Astrid Maja Åsa Elin
    Käthe Greta Luise Hannah Leonie Elif Zeynep Gülay Zuzana Tereza Eliška Jelena Ana Beatriz Giulia Chiara Eleni Siobhán`),
  men: words(`Jürgen Björn Günther Matthias Lukas Felix Jonas Emil Anton Håkan Lars Rasmus André François Jérôme Étienne
    José Álvaro Martín João Luca Niccolò Tomáš Jiří Mehmet Emre Ümit Goran László Zoltán Dimitris Seán Ciarán Omar`),
};

const LAST_NAMES =
  words(`Müller Schäfer Köhler Krüger Schröder Jäger Hübner Lindqvist Sjöberg Åström Dubois Lefèvre Béranger Moreau
  García Núñez Peña Muñoz Gonçalves Simões Conti Rossi Wójcik Kowalczyk Zieliński Novák Dvořák Svoboda Černý Öztürk Şahin`);
