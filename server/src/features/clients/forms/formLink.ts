import { dueForms, utcText, zoneNamed } from "@daybook/engine";
import type { OwnOnly } from "../../../kernel/caller.ts";
import { notFound } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { hashOfToken, isLinkToken, newLinkToken } from "../../../kernel/tokens.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { lockClientOfAppointment } from "../clients/index.ts";
import type { LinkedFormsRecord } from "./formSchema.ts";
import { dropPending, findVisit, insertPending, listOfVisit, lockVisit } from "./formStore.ts";
import { findLink, findLinked, forgetExpired, putLink } from "./linkStore.ts";
import { requiredFormsOf } from "./requiredForms.ts";

/** How long a link opens its forms (app-operations). */
const GOOD_FOR_MS = 24 * 3_600_000;

export interface CreatedFormsLink {
  /** Known to nobody else from here on: all that is stored is its hash. */
  readonly token: string;
  readonly expires_at: string;
  readonly forms: { id: string; name: string; status: "pending" | "completed" }[];
}

/**
 * Makes the link to a visit's forms, and with it the forms that are due; the link before it opens nothing any more.
 * The client is locked before the visit, as everywhere. Throws `not_found`, also for a visit that is not a staff
 * member's own, and for one whose client is deleted.
 */
export async function createFormsLink(
  tx: Transaction,
  making: {
    readonly businessId: string;
    readonly appointmentId: string;
    readonly own: OwnOnly | null;
    readonly now: number;
  },
): Promise<CreatedFormsLink> {
  const { businessId, appointmentId, own, now } = making;
  const [hasClient, , [visit], asked] = await Promise.all([
    lockClientOfAppointment(tx, businessId, appointmentId),
    tx.query(lockVisit, [businessId, appointmentId]),
    tx.query(findVisit, [businessId, appointmentId, own?.staffId ?? null]),
    requiredFormsOf(tx, businessId, [appointmentId]),
  ]);
  if (!hasClient || visit === undefined) throw notFound();
  const due = dueForms(
    asked.get(appointmentId) ?? [],
    { status: visit.status, startsAt: visit.starts_at },
    zoneNamed(visit.time_zone),
  );
  tx.write(dropPending, [businessId, appointmentId]);
  tx.write(insertPending, [
    businessId,
    appointmentId,
    visit.client_id,
    due.map(() => newId()),
    due.map(({ templateId }) => templateId),
    new Date(now),
  ]);
  const token = newLinkToken();
  const expiresAt = now + GOOD_FOR_MS;
  tx.write(forgetExpired, [new Date(now)]);
  tx.write(putLink, [hashOfToken(token), businessId, appointmentId, new Date(expiresAt), new Date(now)]);
  const forms = await tx.query(listOfVisit, [businessId, appointmentId]);
  return {
    token,
    expires_at: utcText(expiresAt),
    forms: forms.map(({ id, name, completed_at }) => ({ id, name, status: statusOf(completed_at) })),
  };
}

/** What a token opens. */
export interface OpenLink {
  readonly businessId: string;
  readonly appointmentId: string;
  readonly businessName: string;
  readonly locale: string;
  readonly expiresAt: number;
}

/**
 * Opens a link. An unknown, a malformed, an expired and a revoked token, and one of a client who is deleted, throw the
 * same `not_found`.
 */
export async function openLink(reader: Reader, token: string, now: number): Promise<OpenLink> {
  if (!isLinkToken(token)) throw notFound();
  const [link] = await reader.query(findLink, [hashOfToken(token), new Date(now)]);
  if (link === undefined) throw notFound();
  const [linked] = await reader.query(findLinked, [link.business_id, link.appointment_id]);
  if (linked === undefined) throw notFound();
  return {
    businessId: link.business_id,
    appointmentId: link.appointment_id,
    businessName: linked.business_name,
    locale: linked.locale,
    expiresAt: link.expires_at,
  };
}

/** What whoever has the link is told. */
export async function linkedForms(reader: Reader, link: OpenLink): Promise<LinkedFormsRecord> {
  const forms = await reader.query(listOfVisit, [link.businessId, link.appointmentId]);
  return {
    business_name: link.businessName,
    expires_at: utcText(link.expiresAt),
    forms: forms.map(({ id, name, fields, completed_at }) => ({
      id,
      name,
      status: statusOf(completed_at),
      fields: completed_at === null ? fields.map((field) => ({ ...field })) : [],
    })),
  };
}

export function statusOf(completedAt: number | null): "pending" | "completed" {
  return completedAt === null ? "pending" : "completed";
}
