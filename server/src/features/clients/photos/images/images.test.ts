import { inflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  box,
  chunk,
  EOI,
  exifOf,
  heic,
  jpeg,
  jpegPicture,
  PNG_SIGNATURE,
  png,
  pngHeader,
  pngTalk,
  redDots,
  riff,
  SOI,
  segment,
  sourceOf,
  TELLTALE,
  TILES,
  VP8,
  VP8L,
  webp,
} from "../../../../../test/fixtures/pictures.ts";
import { cleanImage } from "./cleanImage.ts";
import { orientationOf, tiffOf } from "./orientation.ts";
import { chunksOf, lengthOf } from "./source.ts";

async function cleaned(bytes: Buffer) {
  const source = sourceOf(bytes);
  const image = await cleanImage(source);
  if ("refused" in image) return image;
  const kept = Buffer.concat(await Array.fromAsync(chunksOf(source, image.pieces)));
  expect(kept.length).toBe(lengthOf(image.pieces));
  return { ...image, kept };
}

async function kept(bytes: Buffer): Promise<Buffer> {
  const image = await cleaned(bytes);
  if ("refused" in image) throw new Error(`The picture was refused: it ${image.refused}`);
  return image.kept;
}

const refusalOf = async (bytes: Buffer) => {
  const image = await cleaned(bytes);
  return "refused" in image ? image.refused : undefined;
};

const ALL = { jpeg: jpeg(), png: png({ beside: pngTalk(), behind: TELLTALE }), webp: webp(), heic: heic() };
const NO_PICTURE = "must be a JPEG, PNG, WebP or HEIC image";

describe("every kind of picture", () => {
  test.each(Object.entries(ALL))("loses what it tells beside the picture: %s", async (_, bytes) => {
    expect(bytes.includes("TELLTA")).toBe(true);
    expect((await kept(bytes)).toString("latin1")).not.toMatch(/TELLTA|GPS|xap|Photoshop|rdf/);
  });

  test.each(Object.entries(ALL))("is the same when it is cleaned again: %s", async (_, bytes) => {
    const once = await kept(bytes);
    expect(await kept(once)).toEqual(once);
  });

  test.each(Object.entries(ALL))("is refused wherever it is cut off: %s", async (name, bytes) => {
    const once = await kept(bytes);
    // Zeros and free space behind a HEIC's last tile are no part of it.
    const end = name === "heic" ? once.lastIndexOf(TILES[1] as Buffer) + 60 : once.length;
    for (let length = 0; length < end; length += length < 40 || length > end - 40 ? 1 : 7)
      expect(await refusalOf(once.subarray(0, length)), `${length} of ${end}`).toBeDefined();
  });

  test.each(Object.entries(ALL))("never fails otherwise than by a refusal: %s", async (_, bytes) => {
    const change = fc.tuple(fc.nat(bytes.length - 1), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const damaged = Buffer.from(bytes);
        for (const [at, value] of changes) damaged[at] = value;
        await cleaned(damaged);
      }),
      { numRuns: 1500 },
    );
  });
});

describe("what is no picture of ours", () => {
  test.each([
    ["nothing", ""],
    ["text", "hello"],
    ["a page", "<html><script>alert(1)</script></html>"],
    ["a vector drawing", '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"></svg>'],
    ["a GIF", "GIF89a\x01\0\x01\0\0\0\0;"],
    ["a PDF", "%PDF-1.4\n%%EOF"],
    ["an archive", "PK\x03\x04\x14\0\0\0\0\0\0\0\0\0"],
    ["an AVIF", "\0\0\0\x1cftypavif\0\0\0\0mif1avif\0\0\0\x08meta"],
    ["a film", "\0\0\0\x18ftypmp42\0\0\0\0mp42isom\0\0\0\x08mdat"],
  ])("is refused: %s", async (_, text) => {
    expect(await refusalOf(Buffer.from(text, "latin1"))).toBe(NO_PICTURE);
  });

  test("a page behind the first bytes of each kind is refused or left out", async () => {
    const page = "<html><script>alert(1)</script>";
    expect(await refusalOf(Buffer.concat([SOI, Buffer.from(`\xff\xe0${page}`, "latin1")]))).toBeDefined();
    expect(await refusalOf(Buffer.concat([PNG_SIGNATURE, Buffer.from(page)]))).toBeDefined();
    for (const bytes of [jpeg(), png(), webp(), heic()])
      expect((await kept(Buffer.concat([bytes, Buffer.from(page)]))).includes("script")).toBe(false);
  });
});

describe("a JPEG", () => {
  test("keeps its picture byte for byte, its profile, its colours and which way is up", async () => {
    const bytes = await kept(jpeg({ orientation: 6 }));
    expect(bytes).toEqual(
      Buffer.concat([
        SOI,
        segment(0xe0, "JFIF\0\x01\x01\x01\0\x48\0\x48\0\0"),
        segment(0xe1, Buffer.concat([Buffer.from("Exif\0\0"), tiffOf(6)])),
        segment(0xe2, Buffer.concat([Buffer.from("ICC_PROFILE\0\x01\x01", "latin1"), Buffer.alloc(128, 7)])),
        segment(0xee, "Adobe\0\x64\0\0\0\0\0"),
        jpegPicture(),
        EOI,
      ]),
    );
  });

  test("that stands upright says nothing of it", async () => {
    expect((await kept(jpeg({ orientation: 1 }))).includes("Exif")).toBe(false);
  });

  test("of several scans with restarts and stuffed bytes is kept to its end, however long they are", async () => {
    const scan = segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0]));
    for (const length of [65_520, 65_535, 65_536, 65_537, 200_000]) {
      const data = Buffer.alloc(length, 0x11);
      const more = Buffer.concat([data, Buffer.from([0xff, 0x00, 0xff, 0xd0, 0x22]), data, scan, data]);
      const picture = Buffer.concat([jpegPicture(), more]);
      expect((await kept(jpeg({ picture }))).includes(picture)).toBe(true);
    }
  });

  test.each([
    ["without a scan", jpegPicture().subarray(0, -11)],
    ["of no width", jpegPicture({ width: 0 })],
    ["of no height", jpegPicture({ height: 0 })],
    ["that no browser shows", jpegPicture({ frame: 0xc3 })],
    ["with two frames", Buffer.concat([jpegPicture().subarray(0, 82), jpegPicture()])],
    ["with something behind a table", Buffer.concat([segment(0xdb, Buffer.alloc(70, 0)), jpegPicture()])],
  ])("is refused: one %s", async (_, picture) => {
    expect(await refusalOf(Buffer.concat([SOI, picture, EOI]))).toBeDefined();
  });

  test("that unfolds to more than a browser has is refused", async () => {
    expect(await refusalOf(Buffer.concat([SOI, jpegPicture({ width: 31_000, height: 8 }), EOI]))).toMatch(
      "million dots",
    );
  });
});

describe("a PNG", () => {
  test("keeps its dots, its colours and which way is up", async () => {
    const talk = pngTalk(3);
    const bytes = await kept(png({ beside: talk }));
    const [iccp = Buffer.alloc(0), gama = Buffer.alloc(0)] = talk;
    expect(bytes).toEqual(
      Buffer.concat([
        PNG_SIGNATURE,
        pngHeader(3, 2),
        chunk("eXIf", tiffOf(3)),
        iccp,
        gama,
        chunk("IDAT", redDots(3, 2)),
        chunk("IEND", ""),
      ]),
    );
    expect(inflateSync(redDots(3, 2)).length).toBe(2 * (1 + 3 * 3));
  });

  test("that moves is kept as the picture it begins with", async () => {
    const moving = png({ beside: [chunk("acTL", Buffer.alloc(8, 1)), chunk("fcTL", Buffer.alloc(26))] });
    expect(await kept(moving)).toEqual(png());
  });

  test.each([
    ["of no width", png({ width: 0 })],
    ["of a gigabyte", Buffer.concat([PNG_SIGNATURE, pngHeader(30_000, 30_000), png().subarray(33)])],
    ["with a wrong checksum", Buffer.concat([png().subarray(0, -1), Buffer.from([0])])],
    ["without dots", Buffer.concat([PNG_SIGNATURE, pngHeader(1, 1), chunk("IEND", "")])],
    ["whose dots are interrupted", png({ beside: [chunk("IDAT", "x"), chunk("tEXt", "x")] })],
    ["with a part nobody knows", png({ beside: [chunk("ABCD", "x")] })],
    ["with two headers", png({ beside: [pngHeader(1, 1)] })],
  ])("is refused: one %s", async (_, bytes) => {
    expect(await refusalOf(bytes)).toBeDefined();
  });
});

describe("a WebP", () => {
  test("keeps its picture and says only what is still there", async () => {
    const bytes = await kept(webp({ orientation: 8 }));
    expect(bytes.includes(VP8L)).toBe(true);
    expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
    expect(bytes.readUInt8(20)).toBe(0x28);
    expect(bytes.subarray(-26)).toEqual(tiffOf(8));
    expect((await kept(webp({ orientation: 1 }))).readUInt8(20)).toBe(0x20);
  });

  test.each([
    ["without loss", VP8L],
    ["with it", VP8],
  ])("of the simple kind, %s, stays as it is", async (_, image) => {
    expect(await kept(riff(image))).toEqual(riff(image));
  });

  test.each([
    ["that moves", webp({ flags: 0x02 })],
    ["of another size than its canvas", webp({ width: 2 })],
    ["with two pictures", riff(VP8L, VP8L)],
    ["without one", riff()],
  ])("is refused: one %s", async (_, bytes) => {
    expect(await refusalOf(bytes)).toBeDefined();
  });
});

describe("a HEIC", () => {
  test("keeps its tiles where they stand, and nothing else of its data", async () => {
    const before = heic();
    const after = await kept(before);
    for (const tile of TILES) expect(after.indexOf(tile)).toBe(before.indexOf(tile));
    expect(after.includes(Buffer.alloc(40, 0xa3))).toBe(false);
    expect(after.includes("mpvd")).toBe(false);
    const image = await cleaned(before);
    expect(image).toMatchObject({ mediaType: "image/heic", width: 64, height: 32 });
  });

  test("keeps how to decode and turn it, and what it is put together of", async () => {
    const after = await kept(heic());
    for (const type of ["hvcC", "ispe", "irot", "dimg", "grid", "pict"])
      expect(after.includes(type)).toBe(true);
    for (const type of ["thmb", "cdsc", "Exif", "mime", "udes", "uuid"])
      expect(after.includes(type)).toBe(false);
  });

  test.each([
    ["of another brand of the same kind", heic({ brand: "mif1" }), undefined],
    ["of no width", heic({ width: 0 }), "is damaged"],
    ["of tiles of another kind", heic({ tileType: "av01" }), "holds another kind of picture than HEVC"],
    ["with two descriptions", Buffer.concat([heic(), box("meta", Buffer.alloc(4))]), "is damaged"],
  ])("%s", async (_, bytes, refusal) => {
    expect(await refusalOf(bytes)).toBe(refusal);
  });
});

test("which way is up is read in either order of bytes, and nothing from what is none", () => {
  for (const order of ["II", "MM"] as const)
    for (let way = 1; way <= 8; way++) expect(orientationOf(exifOf(way, order))).toBe(way);
  for (const way of [0, 9, 65_535]) expect(orientationOf(exifOf(way))).toBe(1);
  expect(orientationOf(Buffer.alloc(0))).toBe(1);
  expect(orientationOf(Buffer.from("II*\0\xff\xff\xff\x7fxxxxxxxxxx", "latin1"))).toBe(1);
  expect(orientationOf(tiffOf(5))).toBe(5);
});

/** Sound where it is looked at before what it is crowded with. */
function crowdedHeic(
  parts: { ipma?: Buffer; ipco?: Buffer; iref?: Buffer; iinf?: Buffer; iloc?: Buffer } = {},
): Buffer {
  const none = Buffer.alloc(4);
  const meta = box(
    "meta",
    none,
    box("hdlr", Buffer.alloc(8), Buffer.from("pict"), Buffer.alloc(13)),
    box("pitm", none, Buffer.from([0, 1])),
    box("iinf", none, parts.iinf ?? Buffer.alloc(2)),
    box("iref", none, parts.iref ?? Buffer.alloc(0)),
    box("iprp", box("ipco", parts.ipco ?? box("irot", Buffer.from([1]))), parts.ipma ?? Buffer.alloc(0)),
    box("iloc", none, Buffer.from([0x44, 0x00]), parts.iloc ?? Buffer.alloc(2)),
  );
  const ftyp = box("ftyp", Buffer.from("heic"), Buffer.alloc(4), Buffer.from("mif1heic"));
  return Buffer.concat([ftyp, meta, box("mdat", Buffer.alloc(8))]);
}
const u16 = (number: number) => Buffer.from([number >> 8, number & 255]);
const u32 = (number: number) => Buffer.concat([u16(number >>> 16), u16(number & 0xffff)]);

/** One property, named so many times 255 by the item 2. */
const namedAgain = (times: number) => {
  const entry = Buffer.concat([u16(2), Buffer.from([255]), Buffer.alloc(255, 1)]);
  return box("ipma", Buffer.alloc(4), u32(times), Buffer.alloc(258 * times, entry));
};
const auxiliary = box("auxl", u16(2), u16(1), u16(1));

describe("a picture that is more description than picture", () => {
  test("has no more parts than any camera makes", async () => {
    const extents = Array.from({ length: 41_000 }, (_, nth) => Buffer.concat([u32(2 * nth), u32(1)]));
    const iloc = Buffer.concat([u16(1), u16(1), u16(0), u16(41_000), ...extents]);
    expect(await refusalOf(crowdedHeic({ iloc }))).toBe("is made of too many parts");
  });

  test.each([
    [
      "a long property, named again and again",
      crowdedHeic({
        ipco: box("auxC", Buffer.alloc(1_000_000, "a")),
        ipma: namedAgain(1_000),
        iref: auxiliary,
      }),
    ],
    [
      "additions of one item that has many properties",
      crowdedHeic({ ipma: namedAgain(4_000), iref: Buffer.alloc(1_400_000, auxiliary) }),
    ],
    [
      "one item's properties, named again and again",
      crowdedHeic({
        ipma: box("ipma", Buffer.alloc(4), u32(200_000), Buffer.alloc(800_000, Buffer.from([0, 1, 1, 1]))),
      }),
    ],
    [
      "parts of parts",
      crowdedHeic({
        iref: Buffer.concat([
          box(
            "dimg",
            u16(1),
            u16(60_000),
            Buffer.concat(Array.from({ length: 60_000 }, (_, nth) => u16(nth))),
          ),
          Buffer.alloc(1_800_000, box("dimg", u16(65_000), u16(0))),
        ]),
      }),
    ],
    [
      "a JPEG of filling",
      Buffer.concat([SOI, Buffer.from([0xff, 0xe0, 0, 4, 0, 0]), Buffer.alloc(8_000_000, 0xff)]),
    ],
    [
      "a JPEG of empty segments",
      Buffer.concat([SOI, Buffer.alloc(8_000_000, Buffer.from([0xff, 0xe5, 0, 2]))]),
    ],
    [
      "a PNG of empty chunks",
      Buffer.concat([PNG_SIGNATURE, pngHeader(1, 1), Buffer.alloc(9_600_000, chunk("teXt", ""))]),
    ],
    ["a WebP of empty chunks", riff(VP8L, Buffer.alloc(8_000_000, chunkOfRiff("none")))],
  ])(
    "is refused soon: %s",
    async (_, bytes) => {
      let reads = 0;
      const source = sourceOf(bytes);
      const counted = {
        ...source,
        read: (at: number, length: number) => {
          reads++;
          return source.read(at, length);
        },
      };
      expect(await cleanImage(counted)).toHaveProperty("refused");
      // Each goes to the disk.
      expect(reads).toBeLessThan(200_000);
    },
    15_000,
  );
});

function chunkOfRiff(type: string): Buffer {
  return Buffer.concat([Buffer.from(type), Buffer.alloc(4)]);
}
