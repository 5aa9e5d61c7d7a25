import { dueForms, utcText, zoneNamed } from "@daybook/engine";
import type { OwnOnly } from "../../../kernel/caller.ts";
import { notFound } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { hashOfToken, isLinkToken, newLinkToken } from "../../../kernel/tokens.ts";
import type { Database, Reader, Transaction } from "../../../platform/database/index.ts";
import { clientLocks } from "../clients/index.ts";
import type { LinkedFormsRecord } from "./formSchema.ts";
import {
  deleteOutdated,
  findAppointment,
  insertPending,
  listOfAppointment,
  lockAppointment,
  recordOpened,
} from "./formStore.ts";
import {
  deleteExpiredLinks,
  deleteLinksOfAppointment,
  findLink,
  findLinkedBusiness,
  insertLink,
} from "./linkStore.ts";
import { requiredFormsOf } from "./requiredForms.ts";

/** Milliseconds until a kiosk link expires (app-operations.md). */
const KIOSK_LIFETIME_MS = 24 * 3_600_000;
/**
 * The time in milliseconds for which a client's link is stored after the end of the appointment. The link expires at the end of the
 * appointment, but becomes valid again if the appointment is rescheduled to a later time.
 */
const CLIENT_LINK_RETENTION_MS = 365 * 24 * 3_600_000;

export interface CreatedFormsLink {
  /** The token in plain text; the database stores only its hash. */
  readonly token: string;
  readonly expires_at: string;
  readonly forms: { id: string; name: string; status: "pending" | "completed" }[];
}

/**
 * Creates a link to an appointment's forms and a pending form for each due template. A new kiosk link invalidates the previous one; the
 * client's links remain valid. Locks the client before the appointment, as all transactions that lock both do. Throws `not_found` for an
 * unknown appointment, an appointment of a deleted client and, with `own`, an appointment without this staff member.
 */
export async function createFormsLink(
  tx: Transaction,
  request: {
    readonly businessId: string;
    readonly appointmentId: string;
    readonly own: OwnOnly | null;
    /** `kiosk` (default): a link for a device of the business; `client`: a link for the client's own device. */
    readonly kind?: "kiosk" | "client";
    /** Milliseconds since the epoch. */
    readonly now: number;
  },
): Promise<CreatedFormsLink> {
  const { businessId, appointmentId, own, kind = "kiosk", now } = request;
  const key = { businessId, appointmentId };
  const [hasClient, , [appointment], required] = await Promise.all([
    clientLocks.lockClientOfAppointment(tx, businessId, appointmentId),
    tx.query(lockAppointment, key),
    tx.query(findAppointment, { ...key, ownStaffId: own?.staffId ?? null }),
    requiredFormsOf(tx, businessId, [appointmentId]),
  ]);
  if (!hasClient || appointment === undefined) throw notFound();
  const due = dueForms(
    required.get(appointmentId) ?? [],
    { status: appointment.status, startsAt: appointment.starts_at },
    zoneNamed(appointment.time_zone),
  );
  tx.write(deleteOutdated, {
    ...key,
    clientId: appointment.client_id,
    templateIds: due.map(({ templateId }) => templateId),
  });
  tx.write(insertPending, {
    ...key,
    clientId: appointment.client_id,
    newForms: due.map(({ templateId }) => ({ id: newId(), template_id: templateId })),
    now,
  });
  const token = newLinkToken();
  const expiresAt = kind === "kiosk" ? now + KIOSK_LIFETIME_MS : appointment.ends_at;
  tx.write(deleteExpiredLinks, { now });
  tx.write(insertLink, {
    token_sha256: hashOfToken(token),
    business_id: businessId,
    appointment_id: appointmentId,
    kind,
    expires_at: kind === "kiosk" ? expiresAt : expiresAt + CLIENT_LINK_RETENTION_MS,
    created_at: now,
  });
  const forms = await tx.query(listOfAppointment, key);
  return {
    token,
    expires_at: utcText(expiresAt),
    forms: forms.map(({ id, name, completed_at }) => ({ id, name, status: statusOf(completed_at) })),
  };
}

/** Revokes all links to the forms of an appointment, because the client of the appointment changes. */
export function revokeFormsLinks(tx: Transaction, businessId: string, appointmentId: string): void {
  tx.write(deleteLinksOfAppointment, { business_id: businessId, appointment_id: appointmentId });
}

export interface OpenLink {
  readonly businessId: string;
  readonly appointmentId: string;
  readonly businessName: string;
  readonly locale: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/**
 * Returns the link with this token. Throws the same `not_found` for an unknown, malformed, expired and replaced token, and
 * for a deleted client.
 */
export async function openLink(reader: Reader, token: string, now: number): Promise<OpenLink> {
  if (!isLinkToken(token)) throw notFound();
  const [link] = await reader.query(findLink, { tokenHash: hashOfToken(token), now });
  if (link === undefined) throw notFound();
  const key = { businessId: link.business_id, appointmentId: link.appointment_id };
  const [business] = await reader.query(findLinkedBusiness, key);
  if (business === undefined) throw notFound();
  const expiresAt = link.kind === "kiosk" ? link.expires_at : business.ends_at;
  if (expiresAt <= now) throw notFound();
  return { ...key, businessName: business.name, locale: business.locale, expiresAt };
}

/** Returns the business of a forms link, or undefined for an invalid token. */
export async function businessOfFormsLink(reader: Reader, token: string): Promise<string | undefined> {
  if (!isLinkToken(token)) return undefined;
  const [link] = await reader.query(findLink, { tokenHash: hashOfToken(token), now: 0 });
  return link?.business_id;
}

/** Reads the forms of a link for the holder of the link, and records that the pending forms were opened. */
export async function showLinkedForms(
  database: Database,
  token: string,
  now: number,
): Promise<{ readonly link: OpenLink; readonly forms: LinkedFormsRecord }> {
  const link = await openLink(database, token, now);
  const { businessId, appointmentId } = link;
  await database.transaction(async (tx) => tx.write(recordOpened, { businessId, appointmentId, now }));
  return { link, forms: await linkedForms(database, link) };
}

/** Returns the forms of a link in the format for the holder of the link. */
export async function linkedForms(reader: Reader, link: OpenLink): Promise<LinkedFormsRecord> {
  const { businessId, appointmentId } = link;
  const forms = await reader.query(listOfAppointment, { businessId, appointmentId });
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
