import { dateOf, dayAt, utcText } from "@daybook/engine";
import { processUpload, replacePicture, STAFF_PHOTO } from "../features/business/pictures/index.ts";
import { createPhoto, NO_PHOTO_STORAGE, storeImage } from "../features/clients/photos/index.ts";
import { newId } from "../kernel/ids.ts";
import type { Appointment } from "./appointments.ts";
import type { Demo } from "./demo.ts";
import { drawHair, drawPortrait } from "./drawings.ts";
import { seededRandom } from "./random.ts";
import { STAFF } from "./salon.ts";

const sourceOf = (file: Buffer) => ({
  length: file.length,
  read: async (at: number, length: number) => file.subarray(at, at + length),
});

export async function storePortraits({ tx, businessId, idOf, now }: Demo): Promise<void> {
  for (const [index, [firstName]] of STAFF.entries()) {
    const picture = await processUpload(sourceOf(await drawPortrait(index)), STAFF_PHOTO);
    await replacePicture(tx, { businessId, staffId: idOf(firstName) }, picture, now);
  }
}

/** Stores a photo before and after some past colour appointments of clients who were asked for consent. */
export async function storePhotos(demo: Demo, appointments: readonly Appointment[]): Promise<void> {
  const { tx, database, businessId, blobs, zone, now } = demo;
  const storage = { ...NO_PHOTO_STORAGE, blobs };
  for (const { booked, client, startsAt, endsAt, index } of appointments.filter(isPhotographed)) {
    if (booked === undefined) continue;
    const scope = client.mayShowPhotos === true ? "marketing" : "record";
    const consent = { given: true, date: dateOf(dayAt(zone, startsAt)), scope } as const;
    for (const [stage, takenAt] of [
      ["before", startsAt],
      ["after", endsAt],
    ] as const) {
      const photo = { stage, taken_at: utcText(takenAt), consent, appointment_id: booked.id };
      const creation = { businessId, clientId: booked.client_id, photoId: newId(), photo, own: null, now };
      const image = await storeImage(database, storage, creation, sourceOf(await drawHair(index, stage)));
      await createPhoto(tx, storage, creation, image);
    }
  }
}

function isPhotographed({ client, items, dayOffset, changes, index }: Appointment): boolean {
  const isColour = items.some(({ service }) => service.category === "Colour");
  const isPast = dayOffset < 0 && changes.at(-1)?.to === "completed";
  return isColour && isPast && client.mayShowPhotos !== null && seededRandom(`photo ${index}`).happens(1 / 8);
}
