import { processUpload, replacePicture, STAFF_PHOTO } from "../features/business/pictures/index.ts";
import type { Context } from "../platform/context.ts";
import { type Colour, encodePng } from "./images.ts";
import * as salon from "./salon.ts";
import type { Demo } from "./setUp.ts";

/** Stores a drawn portrait of each staff member, after the transaction of the load, because drawing takes time. */
export async function storePortraits(
  { database, clock }: Context,
  { businessId, idOf }: Demo,
): Promise<void> {
  for (const [index, look] of LOOKS.entries()) {
    const [firstName] = salon.STAFF[index] ?? [];
    if (firstName === undefined) continue;
    const png = drawPortrait(look, index);
    const read = async (at: number, length: number) => png.subarray(at, at + length);
    const photo = await processUpload({ length: png.length, read }, STAFF_PHOTO);
    const owner = { businessId, staffId: idOf(firstName) };
    await database.transaction((tx) => replacePicture(tx, owner, photo, clock.now()));
  }
}

const SIDE = 384;
const LIGHT: Colour = [244, 208, 181];
const OLIVE: Colour = [222, 172, 138];
const DARK: Colour = [176, 120, 86];

interface Look {
  readonly skin: Colour;
  readonly hair: Colour;
  readonly isLong: boolean;
  readonly clothes: Colour;
  readonly background: Colour;
}

const MINT: Colour = [205, 228, 224];
const LILAC: Colour = [221, 214, 240];
const PEACH: Colour = [246, 222, 203];
const SKY: Colour = [211, 224, 243];
const NAVY: Colour = [38, 50, 62];
const TEAL: Colour = [15, 118, 110];
const PLUM: Colour = [122, 62, 92];

/** One look for each staff member of the demo, in their order. */
const LOOKS: readonly Look[] = [
  { skin: LIGHT, hair: [58, 42, 36], isLong: true, clothes: NAVY, background: MINT },
  { skin: LIGHT, hair: [214, 170, 104], isLong: false, clothes: TEAL, background: PEACH },
  { skin: OLIVE, hair: [92, 54, 34], isLong: true, clothes: PLUM, background: SKY },
  { skin: LIGHT, hair: [66, 50, 42], isLong: false, clothes: NAVY, background: LILAC },
  { skin: LIGHT, hair: [140, 58, 42], isLong: true, clothes: TEAL, background: PEACH },
  { skin: DARK, hair: [36, 30, 32], isLong: true, clothes: PLUM, background: MINT },
  { skin: LIGHT, hair: [150, 150, 154], isLong: false, clothes: NAVY, background: SKY },
  { skin: OLIVE, hair: [30, 26, 30], isLong: true, clothes: TEAL, background: LILAC },
];

/** Draws a face without features, so that it shows no real person. */
function drawPortrait({ skin, hair, isLong, clothes, background }: Look, index: number): Buffer {
  const shade = skin.map((part) => Math.round(part * 0.86)) as unknown as Colour;
  const layers: readonly (readonly [Colour, (x: number, y: number) => number])[] = [
    ...(isLong ? [[hair, ellipse(0, 0.14, 0.5, 0.66)] as const] : []),
    [clothes, ellipse(0, 1.12, 0.82, 0.62)],
    [shade, ellipse(0, 0.42, 0.17, 0.3)],
    [hair, ellipse(0, -0.2, 0.47, 0.5)],
    [skin, ellipse(0, -0.02, 0.36, 0.46)],
    // The fringe covers the forehead to one side.
    [
      hair,
      (x, y) =>
        Math.min(ellipse(0, -0.2, 0.47, 0.5)(x, y), ellipse(index % 2 ? 0.2 : -0.2, -0.52, 0.52, 0.32)(x, y)),
    ],
  ];
  return encodePng(SIDE, SIDE, (column, row) => {
    const [x, y] = [(2 * column) / SIDE - 1, (2 * row) / SIDE - 1];
    return layers.reduce((below, [colour, covers]) => mixed(below, colour, covers(x, y)), background);
  });
}

/** Returns the share of a point that an ellipse covers, from 0 to 1 across the ellipse's edge. */
function ellipse(centreX: number, centreY: number, radiusX: number, radiusY: number) {
  return (x: number, y: number) => {
    const distance = Math.hypot((x - centreX) / radiusX, (y - centreY) / radiusY);
    return Math.min(1, Math.max(0, (1 - distance) * 60 + 0.5));
  };
}

function mixed(below: Colour, above: Colour, share: number): Colour {
  const part = (at: 0 | 1 | 2) => Math.round(below[at] + (above[at] - below[at]) * share);
  return [part(0), part(1), part(2)];
}
