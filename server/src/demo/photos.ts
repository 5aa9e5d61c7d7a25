import { dateOf, dayAt, utcText } from "@daybook/engine";
import { createPhoto, NO_PHOTO_STORAGE, storeImage } from "../features/clients/photos/index.ts";
import { newId } from "../kernel/ids.ts";
import type { BlobStore } from "../platform/blobs/index.ts";
import type { Context } from "../platform/context.ts";
import type { Appointment } from "./appointments.ts";
import { type Colour, encodePng } from "./images.ts";
import { PATCH_TEST_SERVICES } from "./menu.ts";
import { seededRandom } from "./random.ts";
import type { Demo } from "./setUp.ts";

/**
 * Stores a photo before and after some past colour appointments of clients who were asked for consent. This runs after the load's
 * transaction has been committed, because blobs are stored outside the transaction, and their removal can be recorded only for an
 * existing business.
 */
export async function storePhotos(
  { database, clock }: Context,
  blobs: BlobStore,
  { businessId, zone }: Demo,
  appointments: readonly Appointment[],
): Promise<void> {
  const storage = { ...NO_PHOTO_STORAGE, blobs };
  for (const { booked, client, startsAt, endsAt, index } of appointments.filter(isPhotographed)) {
    if (booked === undefined) continue;
    for (const stage of ["before", "after"] as const) {
      const scope = client.mayShowPhotos === true ? "marketing" : "record";
      const photo = {
        stage,
        taken_at: utcText(stage === "before" ? startsAt : endsAt),
        consent: { given: true, date: dateOf(dayAt(zone, startsAt)), scope },
        appointment_id: booked.id,
      } as const;
      const { client_id: clientId } = booked;
      const creation = { businessId, clientId, photoId: newId(), photo, own: null, now: clock.now() };
      const png = drawHair(index, stage);
      const read = async (at: number, length: number) => png.subarray(at, at + length);
      const image = await storeImage(database, storage, creation, { length: png.length, read });
      await database.transaction((tx) => createPhoto(tx, storage, creation, image));
    }
  }
}

function isPhotographed({ client, items, dayOffset, changes, index }: Appointment): boolean {
  const isColour = items.some(({ service }) => PATCH_TEST_SERVICES.includes(service.name));
  const isPast = dayOffset < 0 && changes.at(-1)?.to === "completed";
  return isColour && isPast && client.mayShowPhotos !== null && seededRandom(`photo ${index}`).happens(1 / 8);
}

const COLOURS: Readonly<Record<"before" | "after", readonly Colour[]>> = {
  before: [
    [92, 78, 70],
    [120, 104, 90],
    [66, 56, 52],
  ],
  after: [
    [168, 96, 48],
    [206, 168, 112],
    [120, 34, 40],
    [52, 36, 74],
  ],
};

/** Draws wavy strands of one colour, so that the photo shows no real person. */
function drawHair(index: number, stage: "before" | "after"): Buffer {
  const random = seededRandom(`hair ${index} ${stage}`);
  const colour = random.oneOf(COLOURS[stage]);
  const strands = Array.from({ length: 240 }, () => random.whole(-22, 22));
  return encodePng(180, 240, (x, y) => {
    const strand = strands[Math.floor(x + 9 * Math.sin(y / 34) + 20)] ?? 0;
    const light = strand + Math.round(26 * Math.sin(y / 50 + strand / 9));
    const [red, green, blue] = colour.map((part) => Math.min(255, Math.max(0, part + light)));
    return [red ?? 0, green ?? 0, blue ?? 0];
  });
}
