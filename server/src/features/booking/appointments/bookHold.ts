import { offsetsOf, patchTestWindow } from "@daybook/engine";
import type { Static } from "typebox";
import { ApiError, type FieldProblem, invalid, refuseIf } from "../../../kernel/errors.ts";
import { hashOfToken } from "../../../kernel/tokens.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { createClient, lockClientAgainstDeletion } from "../../clients/clients/index.ts";
import { onlineAppointments } from "../../scheduling/appointments/index.ts";
import { subjectsToLock } from "../../scheduling/availability/index.ts";
import { claimedTime } from "../../scheduling/calendar/index.ts";
import { assertCurrent, type SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import {
  cartOf,
  deleteHold,
  lockHoldRow,
  NotOffered,
  type OnlineCart,
  patchTestFor,
  patchTestRequired,
  personOf,
} from "../holds/index.ts";
import { assertPublished } from "../public-business/index.ts";
import type { ProvenVisitor } from "../visitors/index.ts";
import type { OnlineBookingInput } from "./schema.ts";
import { findByHold, insertBooking, listRequiredFields } from "./store.ts";

type Input = Static<typeof OnlineBookingInput>;

export interface HoldBooking {
  readonly input: Input;
  readonly visitor: ProvenVisitor;
  readonly now: number;
}

/** The appointment of a booking, new or of an earlier request with the same hold. */
export interface BookedHold {
  readonly appointmentId: string;
  readonly isNew: boolean;
}

/** The refused start of a booking, for its alternatives. */
export class TimeTaken extends NotOffered {
  readonly cart: OnlineCart;
  readonly startsAt: number;
  readonly patchTest: { readonly patchTestOn?: string };

  constructor(cart: OnlineCart, startsAt: number, patchTest: { readonly patchTestOn?: string }) {
    super();
    this.cart = cart;
    this.startsAt = startsAt;
    this.patchTest = patchTest;
  }
}

/**
 * Books a hold for a proven visitor, who is not blocked. Refuses in this order: location, patch test, fields, policy, time. The
 * time is judged anew without the hold, so an expired hold is booked while its time is free. A hold books once: a repeat
 * returns the same appointment. Locks the hold, then client, then subjects. Throws `TimeTaken` and the errors of the order.
 */
export async function bookHold(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  { input, visitor, now }: HoldBooking,
): Promise<BookedHold> {
  const { businessId } = snapshot;
  const tokenHash = hashOfToken(input.hold_token);
  await assertCurrent(tx, snapshot);
  const [hold] = await tx.query(lockHoldRow, { business_id: businessId, token_sha256: tokenHash });
  const [booked] = await tx.query(findByHold, { business_id: businessId, hold_token_sha256: tokenHash });
  if (booked !== undefined) return { appointmentId: booked.appointment_id, isNew: false };
  if (hold === undefined) throw invalid({ path: "/hold_token", message: "is not a hold of this business" });
  await assertPublished(tx, businessId, hold.location_id);

  const items = hold.service_ids.map((service_id, index) => ({
    service_id,
    staff_id: hold.staff_ids[index] ?? "",
  }));
  const cart = await cartOf(tx, snapshot, { location_id: hold.location_id, items });
  const person = personOf(visitor, input.person);
  const patchTest = patchTestFor(cart.items, person);
  if (!isTestValid(cart, hold.starts_at, patchTest)) throw patchTestRequired(cart.items);
  await refuseFields(tx, businessId, input, visitor);
  if (person !== undefined && !(await lockClientAgainstDeletion(tx, businessId, person.id)))
    throw invalid({ path: "/person", message: "is not a client with the proven address" });
  const clientId = person?.id ?? (await newClient(tx, businessId, input, visitor, now));
  refuseOtherPolicy(snapshot, input);

  await claimedTime.lockHold(tx, businessId, hold.id, subjectsToLock(snapshot, cart.location, cart.items));
  claimedTime.releaseHold(tx, businessId, hold.id);
  tx.write(deleteHold, { business_id: businessId, id: hold.id });
  const needsApproval = items.some(
    (item) => snapshot.services.get(item.service_id)?.requiresApproval === true,
  );
  const record = await onlineAppointments.book(
    tx,
    snapshot,
    {
      location_id: hold.location_id,
      client_id: clientId,
      startsAt: hold.starts_at,
      items,
      status: needsApproval ? "requested" : "booked",
      source: "online",
      internalNote: input.note || null,
      now,
    },
    patchTest,
  );
  if (record === null) throw new TimeTaken(cart, hold.starts_at, patchTest);
  tx.write(insertBooking, {
    business_id: businessId,
    appointment_id: record.id,
    hold_token_sha256: tokenHash,
    language: input.language,
    created_at: now,
  });
  return { appointmentId: record.id, isNew: true };
}

/** Whether every item that needs a patch test starts within the window of the person's. */
function isTestValid(
  { location, items }: OnlineCart,
  startsAt: number,
  { patchTestOn }: { readonly patchTestOn?: string },
): boolean {
  if (patchTestOn === undefined) return true;
  const { fromAt, untilAt } = patchTestWindow(location.zone, patchTestOn);
  const assigned = items.flatMap(({ candidates, any: _, ...item }) =>
    candidates[0] === undefined ? [] : [{ ...item, ...candidates[0] }],
  );
  const offsets = offsetsOf(assigned);
  return assigned.every((item, index) => {
    const itemAt = startsAt + (offsets[index] ?? 0);
    return !item.rules.requiresPatchTest || (fromAt <= itemAt && itemAt < untilAt);
  });
}

async function refuseFields(
  tx: Transaction,
  businessId: string,
  { person, client }: Input,
  visitor: ProvenVisitor,
): Promise<void> {
  if ((person === undefined) === (client === undefined))
    throw invalid({
      path: "/client",
      message: "is required unless `person` is sent, and not allowed with it",
    });
  if (client === undefined) return;
  const problems: FieldProblem[] = [];
  if (client.email !== undefined && client.email.toLowerCase() !== visitor.email)
    problems.push({ path: "/client/email", message: "must be the proven address" });
  const answers = client.custom_fields ?? {};
  const isAnswered = (id: string) => {
    const [, answer] = Object.entries(answers).find(([key]) => key.toLowerCase() === id) ?? [];
    return answer !== undefined && answer !== null && String(answer).trim() !== "";
  };
  for (const { id } of await tx.query(listRequiredFields, { businessId }))
    if (!isAnswered(id)) problems.push({ path: `/client/custom_fields/${id}`, message: "is required" });
  refuseIf(problems);
}

/** A new file with the proven address. The paths of refused answers get the prefix of the body's field. */
async function newClient(
  tx: Transaction,
  businessId: string,
  { client }: Input,
  visitor: ProvenVisitor,
  now: number,
): Promise<string> {
  const { email = visitor.email, ...details } = client ?? { first_name: "" };
  try {
    const created = { ...details, email };
    return (await createClient(tx, { businessId, createdBy: null, now, client: created })).id;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "validation_failed") throw error;
    const fields = (error.details?.fields ?? []) as FieldProblem[];
    throw invalid(...fields.map(({ path, message }) => ({ path: `/client${path}`, message })));
  }
}

function refuseOtherPolicy({ policyVersion }: SchedulingSnapshot, { policy_version }: Input): void {
  if (policy_version === policyVersion) return;
  throw new ApiError("policy_changed", "The policy has changed: show the new one and send its version.", {
    version: policyVersion,
  });
}
