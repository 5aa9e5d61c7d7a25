import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { dateOf, dayAt, utcText } from "@daybook/engine";
import { createPhoto, NO_PHOTO_STORAGE, storeImage } from "../features/clients/photos/index.ts";
import { newId } from "../kernel/ids.ts";
import type { Demo } from "./demo.ts";
import type { Visit } from "./visits.ts";

/** Reads a drawing as the source of an upload. The drawings show no real person. */
export async function readImage(name: string) {
  const file = await readFile(join(import.meta.dirname, "images", name));
  return {
    length: file.length,
    read: async (at: number, length: number) => file.subarray(at, at + length),
  };
}

/** Stores photos before and after the newest colour appointments of clients who were asked for consent. */
export async function storePhotos(demo: Demo, visits: readonly Visit[]): Promise<void> {
  const { tx, database, businessId, blobs, zone, now } = demo;
  const storage = { ...NO_PHOTO_STORAGE, blobs };
  const photographed = visits.filter(isPhotographed).slice(-8);
  for (const [index, { booked, client, startsAt, endsAt }] of photographed.entries()) {
    if (booked === undefined) continue;
    const scope = client.answers.photos === true ? "marketing" : "record";
    const consent = { given: true, date: dateOf(dayAt(zone, startsAt)), scope } as const;
    for (const [stage, takenAt] of [
      ["before", startsAt],
      ["after", endsAt],
    ] as const) {
      const photo = { stage, taken_at: utcText(takenAt), consent, appointment_id: booked.id };
      const creation = { businessId, clientId: client.id, photoId: newId(), photo, own: null, now };
      const file = await readImage(`hair-${stage}-${1 + (index % 2)}.jpg`);
      await createPhoto(tx, storage, creation, await storeImage(database, storage, creation, file));
    }
  }
}

function isPhotographed({ booked, client, items, day, changes }: Visit): boolean {
  const isColoured = items.some(({ service }) => service.category === "Colour") && client.group === "women";
  const isDone = booked !== undefined && day < 0 && changes.at(-1)?.to === "completed";
  return isColoured && isDone && client.answers.photos !== null;
}
