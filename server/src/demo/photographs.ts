import { dateOf, dayAt, utcText } from "@daybook/engine";
import { createPhoto, NO_PHOTO_STORAGE, storeImage } from "../features/clients/photos/index.ts";
import { newId } from "../kernel/ids.ts";
import type { BlobStore } from "../platform/blobs/index.ts";
import type { Context } from "../platform/context.ts";
import { chanceOf } from "./chance.ts";
import { pngOf } from "./picture.ts";
import type { DemoSalon } from "./salon.ts";

/** A visit at which somebody let their hair be photographed, before and after. */
export interface Sitting {
  readonly clientId: string;
  readonly appointmentId: string;
  readonly startsAt: number;
  readonly endsAt: number;
  /** Whether the photos may be shown to others. */
  readonly mayBeShown: boolean;
  /** The number of the outing. */
  readonly index: number;
}

/**
 * Puts the photos into the files, as somebody would who comes from the camera today. Behind the load's commit, because
 * pictures are kept outside of the database: what notes an upload that broke off refers to a business that is there. A
 * process that dies meanwhile leaves a salon with fewer photos.
 */
export async function takePhotos(
  { database, clock }: Context,
  blobs: BlobStore,
  { businessId, zone }: DemoSalon,
  sittings: readonly Sitting[],
): Promise<void> {
  const photoStorage = { ...NO_PHOTO_STORAGE, blobs };
  for (const sitting of sittings) {
    const { clientId, appointmentId, startsAt, endsAt, index } = sitting;
    for (const stage of ["before", "after"] as const) {
      const photo = {
        stage,
        taken_at: utcText(stage === "before" ? startsAt : endsAt),
        consent: {
          given: true,
          date: dateOf(dayAt(zone, startsAt)),
          scope: sitting.mayBeShown ? "marketing" : "record",
        },
        appointment_id: appointmentId,
      } as const;
      const creation = { businessId, clientId, photoId: newId(), photo, own: null, now: clock.now() };
      const png = hairOf(index, stage);
      const image = await storeImage(database, photoStorage, creation, {
        length: png.length,
        read: async (at, length) => png.subarray(at, at + length),
      });
      await database.transaction((tx) => createPhoto(tx, photoStorage, creation, image));
    }
  }
}

const BEFORE = [
  [92, 78, 70],
  [120, 104, 90],
  [66, 56, 52],
] as const;
const AFTER = [
  [168, 96, 48],
  [206, 168, 112],
  [120, 34, 40],
  [52, 36, 74],
] as const;

/** Strands of hair, and nobody's face. */
function hairOf(index: number, stage: "before" | "after"): Buffer {
  const chance = chanceOf(`hair ${index} ${stage}`);
  const [red, green, blue] = chance.oneOf<readonly [number, number, number]>(
    stage === "before" ? BEFORE : AFTER,
  );
  const strands = Array.from({ length: 240 }, () => chance.whole(-22, 22));
  return pngOf(180, 240, (x, y) => {
    const strand = strands[Math.floor(x + 9 * Math.sin(y / 34) + 20)] ?? 0;
    const light = strand + Math.round(26 * Math.sin(y / 50 + strand / 9));
    return [red, green, blue].map((part) => Math.min(255, Math.max(0, part + light))) as [
      number,
      number,
      number,
    ];
  });
}
