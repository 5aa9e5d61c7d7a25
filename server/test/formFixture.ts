import { randomInt } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import { expect } from "vitest";
import { bookingOf, type OpenSalon } from "./openSalon.ts";
import { signedInMember } from "./signedInMember.ts";

/** A field of every type, by what it is called in tests; ids are made up by the caller. */
export const FIELDS = {
  allergies: {
    id: "01977f6e-8a51-7c1e-9c0a-000000000001",
    type: "text",
    label: "Any allergies?",
    required: true,
  },
  story: { id: "01977f6e-8a51-7c1e-9c0a-000000000002", type: "long_text", label: "Tell us more" },
  skin: {
    id: "01977f6e-8a51-7c1e-9c0a-000000000003",
    type: "choice",
    label: "Skin",
    options: ["Dry", "Oily"],
  },
  wishes: {
    id: "01977f6e-8a51-7c1e-9c0a-000000000004",
    type: "multi",
    label: "Wishes",
    options: ["Calm", "Music", "Tea"],
  },
  pregnant: { id: "01977f6e-8a51-7c1e-9c0a-000000000005", type: "yes_no", label: "Pregnant?" },
  lastVisit: { id: "01977f6e-8a51-7c1e-9c0a-000000000006", type: "date", label: "Last treatment" },
  consent: {
    id: "01977f6e-8a51-7c1e-9c0a-000000000007",
    type: "consent",
    label: "I agree to the treatment <b>&</b> its risks.",
    required: true,
  },
  signature: { id: "01977f6e-8a51-7c1e-9c0a-000000000008", type: "signature", label: "Signature" },
} as const;

export interface FormFixture {
  readonly owner: Awaited<ReturnType<typeof signedInMember>>;
  /** Makes a template; answers its record. */
  template(more?: Record<string, unknown>): Promise<Template>;
  /** Books a cut of Anna's, of the salon's client unless told; answers the appointment's record. */
  visit(more?: Record<string, unknown>): Promise<Visit>;
  read(appointmentId: string): Promise<Visit>;
  link(appointmentId: string): Promise<Link>;
  /** Sends a form as a program does. */
  submit(token: string, body: unknown): Promise<Sent>;
  /** Sends it as a browser does. */
  post(token: string, form: [string, string][]): Promise<Sent>;
  /** Asks for the link as JSON, or as a browser. */
  open(token: string, accept?: string): Promise<Sent>;
}

interface Template {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly fields: { id: string; type: string; label: string; options: string[]; required: boolean }[];
}
interface Visit {
  readonly id: string;
  readonly client_id: string;
  readonly version: number;
  readonly updated_at: string;
  readonly forms_pending: number;
}
interface Link {
  readonly url: string;
  readonly token: string;
  readonly expires_at: string;
  readonly forms: { id: string; name: string; status: string }[];
}
interface Sent {
  readonly status: number;
  readonly text: string;
  readonly headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into bodies of every shape.
  readonly body: any;
}

/** What a browser asks for. */
export const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

/** The parts of a salon that forms are about. */
export async function formFixture(salonOf: OpenSalon): Promise<FormFixture> {
  const { app, call, salon } = salonOf;
  const owner = await signedInMember(salonOf, "owner");
  // Each from an address of its own, so that tests do not use up each other's minute.
  const send = async (options: object): Promise<Sent> => {
    const remoteAddress = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
    const answer = await app.inject({ remoteAddress, ...options });
    const isJson = String(answer.headers["content-type"]).startsWith("application/json");
    return {
      status: answer.statusCode,
      text: answer.body,
      headers: answer.headers,
      body: isJson ? answer.json() : undefined,
    };
  };
  let hours = 0;
  return {
    owner,
    template: async (more = {}) => {
      const made = await owner("POST", "/form-templates", {
        name: "Health",
        fields: [FIELDS.allergies],
        frequency: "every_visit",
        ...more,
      });
      expect(made.status, made.text).toBe(201);
      return made.body.data;
    },
    visit: async (more = {}) => {
      const startsAt = new Date(Date.UTC(2027, 5, 1, 6) + hours++ * 3_600_000).toISOString();
      const body = bookingOf(salon, startsAt, [[salon.cut, salon.anna]], more);
      const booked = await call("POST", "/appointments", body);
      expect(booked.status, JSON.stringify(booked.body)).toBe(201);
      return booked.body.data;
    },
    read: async (id) => (await call("GET", `/appointments/${id}`)).body.data,
    link: async (id) => {
      const made = await call("POST", `/appointments/${id}/forms/link`);
      expect(made.status, JSON.stringify(made.body)).toBe(200);
      const { data } = made.body;
      return { ...data, token: data.url.split("/").at(-1) };
    },
    submit: (token, body) => send({ method: "POST", url: `/api/v1/public/forms/${token}`, payload: body }),
    post: (token, form) =>
      send({
        method: "POST",
        url: `/api/v1/public/forms/${token}`,
        headers: { accept: BROWSER, "content-type": "application/x-www-form-urlencoded" },
        payload: new URLSearchParams(form).toString(),
      }),
    open: (token, accept) =>
      send({
        url: `/api/v1/public/forms/${token}`,
        ...(accept === undefined ? {} : { headers: { accept } }),
      }),
  };
}

/** A grey PNG of so many dots a side, with bytes of padding in a chunk that nobody reads. */
export function pngOf(width: number, height = width, padding = 0): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((width + 1) * height);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    ...(padding === 0 ? [] : [chunk("paDd", Buffer.alloc(padding))]),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, bytes: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), bytes]);
  const made = Buffer.alloc(named.length + 8);
  made.writeUInt32BE(bytes.length, 0);
  made.set(named, 4);
  made.writeUInt32BE(crc32(named), named.length + 4);
  return made;
}
