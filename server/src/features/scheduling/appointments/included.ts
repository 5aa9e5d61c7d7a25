import { type Money, utcOrNull } from "@daybook/engine";
import type { Static } from "typebox";
import type { Caller } from "../../../kernel/caller.ts";
import { ApiError } from "../../../kernel/errors.ts";
import { moneyOf } from "../../../kernel/money.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { includeClients } from "../../clients/clients/index.ts";
import type { AppointmentRecord } from "./appointment.ts";
import type { AppointmentShape, Included } from "./schema.ts";
import { findMarks } from "./store.ts";

type Answered = AppointmentRecord &
  Pick<Static<typeof AppointmentShape>, "client" | "first_visit" | "deposit" | "client_confirmed_at">;

/**
 * Adds the data that `include` names to the records: client summaries, whether the appointment is the client's first, deposits,
 * and the time of the client's confirmation. Sends at most one SQL statement for all clients and one for the other data. Throws
 * `forbidden_role` if the API key may not read the included data.
 */
export async function withIncluded(
  reader: Reader,
  businessId: string,
  records: readonly AppointmentRecord[],
  { include = [], caller }: { readonly include: readonly Included[] | undefined; readonly caller: Caller },
): Promise<Answered[]> {
  const hasDeposits = include.includes("deposit");
  if (hasDeposits && caller.kind === "key" && !caller.scopes.includes("payments:read"))
    throw new ApiError("forbidden_role", "`include=deposit` requires the scope payments:read.", {
      required: "payments:read",
    });
  const [listed, marks] = await Promise.all([
    includeClients(reader, businessId, records, { include, caller }),
    include.some((name) => name !== "client") ? readMarks(reader, businessId, records) : undefined,
  ]);
  if (marks === undefined) return listed;
  return listed.map((record) => {
    const { isFirst = false, depositMinor = 0, confirmedAt = null } = marks.get(record.id) ?? {};
    const deposit: Money | null = depositMinor === 0 ? null : moneyOf(depositMinor, record.total.currency);
    return {
      ...record,
      ...(include.includes("first_visit") ? { first_visit: isFirst } : {}),
      ...(hasDeposits ? { deposit } : {}),
      ...(include.includes("client_confirmed_at") ? { client_confirmed_at: utcOrNull(confirmedAt) } : {}),
    };
  });
}

async function readMarks(reader: Reader, businessId: string, records: readonly AppointmentRecord[]) {
  if (records.length === 0) return new Map<string, never>();
  const rows = await reader.query(findMarks, {
    business_id: businessId,
    ids: records.map(({ id }) => id),
  });
  return new Map(
    rows.map(({ id, is_first: isFirst, deposit_amount: depositMinor, client_confirmed_at: confirmedAt }) => [
      id,
      { isFirst, depositMinor, confirmedAt },
    ]),
  );
}
