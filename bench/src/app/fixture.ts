import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createService } from "../../../server/src/features/business/services/index.ts";
import { createStaffMember, replaceStaffHours } from "../../../server/src/features/business/staff/index.ts";
import { createClient } from "../../../server/src/features/clients/clients/index.ts";
import { type Database, migrate, openDatabase } from "../../../server/src/platform/database/index.ts";
import { startEmbedded } from "../../../server/src/platform/embedded/index.ts";
import { openOwnerSession } from "../http/ownerSession.ts";
import { type Served, serve } from "../http/processes.ts";
import { type BenchSalon, makeBenchSalon } from "../http/salon.ts";

const DAY = 86_400_000;
const STAFF = 12;
const EACH = 25;
const MINUTES = 20;

/** The number of appointments on the measured day. */
export const APPOINTMENTS = STAFF * EACH;

/** A server, a salon with twelve staff members and 300 appointments tomorrow, and an owner's session. */
export interface AppFixture {
  readonly server: Served;
  readonly businessId: string;
  readonly locationId: string;
  readonly serviceId: string;
  readonly clientId: string;
  readonly staffIds: readonly string[];
  /** The measured day: a local date of the location. */
  readonly date: string;
  /** The end of the last appointment of every staff member, as an RFC 3339 date-time. */
  readonly endsAt: string;
  readonly cookie: string;
  close(): Promise<void>;
}

/**
 * Starts the server and its database in a temporary folder, which `close` deletes. Books the appointments over the API.
 */
export async function openAppFixture(): Promise<AppFixture> {
  const dataDir = mkdtempSync(join(tmpdir(), "daybook-bench-"));
  const closing: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true })];
  const close = async () => {
    for (const one of closing.reverse()) await one();
  };
  try {
    const embedded = await startEmbedded({ dataDir, log: () => {}, command: "bench" });
    closing.push(embedded.stop);
    const { connectionString } = embedded;
    await migrate(connectionString);
    const database = openDatabase({ connectionString });
    closing.push(database.close);
    const settings = { DATABASE_URL: connectionString, DAYBOOK_DATA_DIR: dataDir };
    const unlimited = { DAYBOOK_RATE_LIMIT_PER_MINUTE: "0" };
    const server = await serve("server/src/main.ts", ["web"], { ...settings, ...unlimited }, "/health/ready");
    closing.push(server.stop);
    const salon = await makeBenchSalon(database, 1);
    const { businessId, locationId } = salon;
    const date = new Date(Date.now() + DAY).toISOString().slice(0, 10);
    const day = await bookDay(server, database, salon, date);
    const { cookie } = await openOwnerSession(server, database, businessId);
    return { server, businessId, locationId, ...day, date, cookie, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns the weekly hours of a staff member who works every day from 08:00. */
export function weeklyHours(locationId: string, ends: string) {
  return [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    weekday,
    starts: "08:00",
    ends,
    location_id: locationId,
  }));
}

/** Creates twelve staff members and books appointments with each from 08:00 without gaps. Returns the data for further bookings. */
async function bookDay(
  server: Served,
  database: Database,
  { businessId, locationId, key, templates }: BenchSalon,
  date: string,
): Promise<Pick<AppFixture, "staffIds" | "serviceId" | "clientId" | "endsAt">> {
  const now = Date.now();
  const { staffIds, clientIds, serviceId } = await database.transaction(async (tx) => {
    const weekly = weeklyHours(locationId, "18:00");
    // The salon's existing staff member gets no hours, so that the day view has no column for this person and shows twelve
    // columns.
    await replaceStaffHours(tx, businessId, templates.staffId, { weekly: [], exceptions: [] }, now);
    const staff: string[] = [];
    const clients: string[] = [];
    for (let n = 1; n <= STAFF; n++) {
      const person = { first_name: `Stylist ${n}`, location_ids: [locationId] };
      const { id } = await createStaffMember(tx, businessId, person, now);
      await replaceStaffHours(tx, businessId, id, { weekly, exceptions: [] }, now);
      staff.push(id);
    }
    for (let n = 1; n <= EACH; n++) {
      const client = { first_name: "Client", last_name: `Number ${n}` };
      clients.push((await createClient(tx, { businessId, createdBy: null, now, client })).id);
    }
    const service = {
      name: "Wash and cut",
      duration_minutes: MINUTES,
      slot_step_minutes: MINUTES,
      min_notice_minutes: 0,
      price: { amount: 4500, currency: "EUR" },
      location_ids: [locationId],
      staff: staff.map((staff_id) => ({ staff_id })),
    };
    const { id } = await createService(tx, businessId, service, now);
    return { staffIds: staff, clientIds: clients, serviceId: id };
  });
  const url = `http://127.0.0.1:${server.port}/api/v1/businesses/${businessId}/appointments`;
  const eight = Date.parse(`${date}T08:00:00${offsetOf(date)}`);
  for (const staff_id of staffIds) {
    for (const [n, client_id] of clientIds.entries()) {
      const starts_at = new Date(eight + n * MINUTES * 60_000).toISOString();
      const body = {
        location_id: locationId,
        client_id,
        starts_at,
        items: [{ service_id: serviceId, staff_id }],
      };
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
        body: JSON.stringify(body),
      });
      const text = await response.text();
      if (response.status !== 201) throw new Error(`a booking responded with ${response.status}: ${text}`);
    }
  }
  const endsAt = new Date(eight + EACH * MINUTES * 60_000).toISOString();
  return { staffIds, serviceId, clientId: clientIds[0] ?? "", endsAt };
}

/** Returns Berlin's UTC offset on a date at noon UTC, such as `+01:00`. */
function offsetOf(date: string): string {
  const format = new Intl.DateTimeFormat("en", { timeZone: "Europe/Berlin", timeZoneName: "longOffset" });
  const name = format
    .formatToParts(new Date(`${date}T12:00:00Z`))
    .find(({ type }) => type === "timeZoneName");
  return (name?.value ?? "").replace("GMT", "");
}
