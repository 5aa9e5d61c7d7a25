import { type Method, RECORDED_AT } from "./recordingApp.ts";
import { uploadOf } from "./upload.ts";

/** Sends a request and returns the response's data. Stores the id of a new record under `name`. */
export type Asked = (
  name: string,
  method: Method,
  path: string,
  payload?: object,
  headers?: Readonly<Record<string, string>>,
  // biome-ignore lint/suspicious/noExplicitAny: the responses have any shape.
) => Promise<any>;
type Ids = Readonly<Record<string, string>>;

export const EUR = (amount: number) => ({ amount, currency: "EUR" });

/** The fields of the salon's form. API clients choose the ids of fields. */
const QUESTIONS = [
  {
    id: "01990000-0000-7000-8000-0000000000a1",
    type: "long_text",
    label: "Is there anything your skin or scalp does not bear?",
    required: false,
  },
  {
    id: "01990000-0000-7000-8000-0000000000a2",
    type: "choice",
    label: "When was your hair last coloured?",
    options: ["Never", "Within the last half year", "Longer ago"],
    required: true,
  },
  {
    id: "01990000-0000-7000-8000-0000000000a3",
    type: "consent",
    label: "I have been told about the treatment and its risks, and agree to it.",
    required: true,
  },
] as const;

export const ANSWERS = [
  { field_id: QUESTIONS[0].id, value: "Ammonia, a little" },
  { field_id: QUESTIONS[1].id, value: "Within the last half year" },
  { field_id: QUESTIONS[2].id, value: true },
];

/**
 * Creates the salon's policy, forms, promotions and prepaid products. `ask` sends requests as the owner, relative to the
 * business.
 */
export async function offer(ask: Asked, { service }: Ids): Promise<Record<string, string>> {
  const make = (name: string, path: string, payload: object) => ask(name, "POST", path, payload);
  const policy = await ask("policy", "PUT", "/policies", {
    cancellation_window_minutes: 1440,
    late_cancel_fee: { kind: "percent", percent: 50 },
    no_show_fee: { kind: "percent", percent: 80 },
    cancellation_text: "Please tell us a day ahead if you cannot come.",
    staff_sees_contacts: true,
  });
  const form = await make("form", "/form-templates", {
    name: "Before your visit",
    fields: QUESTIONS,
    frequency: "every_visit",
  });
  const five = await make("five cuts", "/packages", {
    name: "Five cuts",
    service_ids: [service],
    units: 5,
    price: EUR(27900),
    valid_months: 18,
  });
  const monthly = await make("monthly", "/memberships", {
    name: "Fresh every month",
    service_ids: [service],
    credits: 1,
    period_months: 1,
    periods: 12,
    price: EUR(60000),
  });
  const card = await make("card", "/gift-cards", {
    name: "Gift card",
    value: EUR(5000),
    valid_months: 36,
  });
  const spring = await make("spring", "/promotions", {
    name: "Spring in Mitte",
    code: "SPRING20",
    kind: "percent",
    percent: 20,
    starts_on: "2026-05-01",
    ends_on: "2026-06-30",
  });
  return {
    policy: policy.id,
    form_template: form.id,
    package: five.id,
    membership: monthly.id,
    gift_card: card.id,
    promotion: spring.id,
  };
}

/** Creates past sales, and Zoë's forms and photos. `answer` sends requests with the token of a form link, relative to the API. */
export async function trade(
  ask: Asked,
  answer: Asked,
  { location, client, march, may, staff }: Ids,
  offers: Ids,
): Promise<Record<string, string>> {
  const cut = await ask("Zoë's cut", "POST", "/sales", {
    location_id: location,
    appointment_id: march,
    tip: EUR(500),
    payments: [{ method: "card", amount: EUR(6700), reference: "Terminal 1, slip 0093" }],
  });
  await ask("Zoë's presents", "POST", "/sales", {
    location_id: location,
    client_id: client,
    lines: [
      { kind: "package", package_id: offers.package, staff_id: staff },
      { kind: "membership", membership_id: offers.membership, staff_id: staff },
      { kind: "gift_card", gift_card_id: offers.gift_card, staff_id: staff },
    ],
    payments: [{ method: "cash", amount: EUR(92900) }],
  });
  const link = await ask("forms link", "POST", `/appointments/${may}/forms/link`);
  const token = new URL(link.url).pathname.split("/").at(-1);
  await answer("Zoë's answers", "POST", `/public/forms/${token}`, {
    form_id: link.forms[0].id,
    answers: ANSWERS,
    signer_name: "Zoë Müller",
  });
  const photoOf = { stage: "before", taken_at: new Date(RECORDED_AT).toISOString(), appointment_id: may };
  const consent = { given: true, date: "2026-05-04", scope: "record" };
  const { headers, payload } = uploadOf("file", { ...photoOf, consent });
  const photo = await ask("photo", "POST", `/clients/${client}/photos`, payload, headers);
  const picture = uploadOf("file", {});
  await ask("photo of a staff member", "PUT", `/staff/${staff}/photo`, picture.payload, picture.headers);
  const formula = { text: "6.1 + 7.0 (1:1), 6 %, 35 minutes", noted_on: "2026-05-04" };
  const note = await ask("note", "POST", `/clients/${client}/notes`, formula);
  return { sale: cut.id, payment: cut.payment_ids[0], photo: photo.id, note: note.id };
}
