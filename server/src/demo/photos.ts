import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { dateOf, utcText } from "@daybook/engine";
import { createPhoto, NO_PHOTO_STORAGE, storeImage } from "../features/clients/photos/index.ts";
import { newId } from "../kernel/ids.ts";
import type { Demo } from "./demo.ts";
import type { Booked, PlannedAppointment } from "./plan.ts";

/** The first day with photos, relative to today. */
const FROM_DAY = -4;

export const imagePath = (name: string) => join(import.meta.dirname, "images", name);

/** Reads a drawing as the source of an upload. The drawings show no real person. */
export async function readImage(name: string) {
  const file = await readFile(imagePath(name));
  return {
    length: file.length,
    read: async (at: number, length: number) => file.subarray(at, at + length),
  };
}

/** Stores two photos of the client, taken at the start and at the end of a recent appointment. */
export async function storePhotos(
  demo: Demo,
  planned: PlannedAppointment,
  { id }: Booked,
  now: number,
): Promise<void> {
  const { tx, database, businessId, blobs, today } = demo;
  const { client, day, random, startsAt, endsAt } = planned;
  if (day < FROM_DAY) return;
  const storage = { ...NO_PHOTO_STORAGE, blobs };
  const scope = client.answers.photos ? ("marketing" as const) : ("record" as const);
  const consent = { given: true, date: dateOf(today + day), scope };
  const picture = random.oneOf([1, 2]);
  for (const [stage, takenAt] of [
    ["before", startsAt],
    ["after", endsAt],
  ] as const) {
    const photo = { stage, taken_at: utcText(takenAt), consent, appointment_id: id };
    const creation = { businessId, clientId: client.id, photoId: newId(), photo, own: null, now };
    const image = await readImage(`hair-${stage}-${picture}.jpg`);
    await createPhoto(tx, storage, creation, await storeImage(database, storage, creation, image));
  }
}
