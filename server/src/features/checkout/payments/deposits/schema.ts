import { type Static, Type } from "typebox";
import {
  atLocation,
  CreatedAt,
  commaList,
  described,
  Id,
  input,
  line,
  Money,
  nullable,
  page,
  pageQuery,
  query,
  record,
  UpdatedAt,
  utc,
  words,
} from "../../../../platform/http/shapes.ts";
import { DEPOSIT_STATUSES } from "../../../../tables/checkout.ts";
import { PositivePrice, Price } from "../../../business/services/index.ts";
import { AppointmentShape } from "../../../scheduling/appointments/index.ts";

const DESK_METHODS = ["card", "cash", "external"] as const;

const DepositClient = record("DepositClient", "The client of the appointment", {
  id: Id,
  first_name: Type.String({ description: "First name" }),
  last_name: nullable(Type.String({ description: "Last name" })),
});

export const Deposit = record(
  "Deposit",
  "Money taken for an appointment before its checkout. Of `amount`, `kept` was kept as a fee, `refunded` was refunded (a refund at the payment provider counts from its request), and `balance` is left for the checkout or to settle",
  {
    id: described(Id, "Id of the deposit and of its payment"),
    appointment_id: described(Id, "The appointment of the deposit"),
    appointment_status: AppointmentShape.properties.status,
    appointment_starts_at: atLocation("When the appointment starts"),
    time_zone: AppointmentShape.properties.time_zone,
    location_id: Id,
    client: nullable(DepositClient, "The client of the appointment; null after the client's deletion"),
    sale_id: nullable(Id, "The sale that contains the deposit; null before the checkout"),
    method: words(DESK_METHODS, "Payment method"),
    status: words(
      DEPOSIT_STATUSES,
      "`held`: for the checkout of the appointment; `spent`: part of a sale; `settling`: the client or the system has cancelled, and the deposit is settled at `settles_at`; `to_settle`: an owner or manager decides; `settled`: all of it was kept or refunded",
    ),
    settles_at: nullable(
      utc("When the deposit is settled automatically, unless the cancellation is undone; null: it is not"),
    ),
    amount: Money,
    kept: Money,
    refunded: Money,
    balance: Money,
    fee: nullable(
      Money,
      "The part of the balance that the business may keep as a fee under the policy that the client accepted at booking; null while the appointment is expected",
    ),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  },
);
export type DepositRecord = Static<typeof Deposit>;

export const DepositPage = page("DepositPage", Deposit);

export const DepositQuery = query({
  appointment_id: Type.Optional(described(Id, "Deposits of this appointment")),
  location_id: Type.Optional(described(Id, "Deposits of this location")),
  status: Type.Optional(
    commaList(words(DEPOSIT_STATUSES), {
      minItems: 1,
      maxItems: DEPOSIT_STATUSES.length,
      description: "Deposits with any of these statuses",
    }),
  ),
  ...pageQuery(),
});
export type DepositListing = Static<typeof DepositQuery>;

export const DepositInput = input("DepositInput", "A deposit that the client pays at the desk", {
  method: words(DESK_METHODS, "How the client pays; a payment at a card terminal is `card`"),
  amount: PositivePrice,
  reference: Type.Optional(line(200, "A note, such as the number of the slip", 1)),
});
export type DepositInputValues = Static<typeof DepositInput>;

export const DepositSettlement = input(
  "DepositSettlementInput",
  "What to keep of the balance of a deposit as a fee; the rest is refunded",
  {
    kept: Price,
  },
);
export type DepositSettlementValues = Static<typeof DepositSettlement>;
