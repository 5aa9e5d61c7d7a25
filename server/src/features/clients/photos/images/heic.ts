import { type Box, blank, boxAt, boxesIn, numbersIn, only } from "./boxes.ts";
import { type Extent, extentsIn, type Item, itemsIn, linksIn, primaryIn, propertiesOf } from "./heicItems.ts";
import {
  assertSize,
  type CleanImage,
  CUT_OFF,
  DAMAGED,
  exactly,
  NotAnImage,
  type Piece,
  type Source,
} from "./source.ts";

const MOST_META_BYTES = 4 * 1024 * 1024;
const MOST_BOXES = 64;

/** What a description is made of; names, people, edit histories and the like stand in others. */
const KEPT_IN_META = ["hdlr", "pitm", "iinf", "iref", "iprp", "idat", "iloc"];
/** Coded as HEVC, or put together of such. */
const PICTURES = ["hvc1", "grid", "iden", "iovl"];
/** How to decode, show and turn it. */
const KEPT_PROPERTIES = [
  "hvcC",
  "ispe",
  "colr",
  "pixi",
  "irot",
  "imir",
  "clap",
  "pasp",
  "auxC",
  "clli",
  "mdcv",
  "amve",
];
const ALPHA = ["urn:mpeg:hevc:2015:auxid:1", "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"];

/**
 * A HEIC's picture at the addresses where it stands: the primary image, the tiles it is made of and its transparency.
 * Every byte that does not belong to them is made zero in place: Exif, XMP, small and second pictures, depth, films.
 * Which way is up stands in the picture's own properties. Throws `NotAnImage`.
 */
export async function cleanHeic(source: Source): Promise<CleanImage> {
  const boxes = await topBoxesOf(source);
  const box = only(boxes, "meta");
  if (boxes[0]?.type !== "ftyp" || box === undefined) throw new NotAnImage(DAMAGED);
  if (box.end - box.at > MOST_META_BYTES) throw new NotAnImage(DAMAGED);
  const meta = Buffer.from(await exactly(source, box.at, box.end - box.at));
  // Version and flags stand before its boxes.
  const inner = boxesIn(meta, box.from - box.at + 4, meta.length);
  const picture = pictureIn(meta, inner);
  const isKept = (itemId: number) => picture.itemIds.has(itemId);
  const extents = picture.extents.filter(({ itemId }) => isKept(itemId));
  const idat = only(inner, "idat");
  const inFile = extents.filter(({ place }) => place === "file");
  const inMeta = extents.filter(({ place }) => place === "idat");

  const films = boxes.filter(({ type }) => type === "mdat");
  assertInside(
    inFile,
    films.map(({ from, end }) => ({ from, end })),
  );
  assertInside(inMeta, idat === undefined ? [] : [{ from: 0, end: idat.end - idat.from }]);
  if (idat !== undefined) keepOnly(meta, idat, inMeta);
  blankUnkept(meta, inner, picture);

  const lastKept = boxes.findLastIndex(({ type }) => type === "meta" || type === "mdat");
  const pieces = boxes.slice(0, lastKept + 1).flatMap((each): Piece[] => {
    if (each === box) return [meta];
    if (each.type === "ftyp") return [{ at: each.at, length: each.end - each.at }];
    if (each.type !== "mdat") return freeSpace(each);
    return [headOf(each, "mdat"), ...partsOf(each, inFile)];
  });
  return { mediaType: "image/heic", ...picture.size, pieces };
}

async function topBoxesOf(source: Source): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= source.length; ) {
    const head = await source.read(at, 16);
    const hasAll = boxes.some(({ type }) => type === "meta") && boxes.some(({ type }) => type === "mdat");
    // Behind the picture may stand anything, which is left out.
    if (hasAll && !/^[a-zA-Z0-9 ]{4}$/.test(head.toString("latin1", 4, 8))) break;
    const announced = head.readUInt32BE(0);
    if (announced > 1 && at + announced > source.length) {
      if (hasAll) break;
      throw new NotAnImage(CUT_OFF);
    }
    const box = boxAt(head, at, source.length);
    boxes.push(box);
    if (boxes.length > MOST_BOXES) throw new NotAnImage(DAMAGED);
    at = box.end;
  }
  return boxes;
}

interface Picture {
  readonly items: readonly Item[];
  /** Without these it could not be shown as it is. */
  readonly itemIds: ReadonlySet<number>;
  readonly extents: readonly Extent[];
  readonly size: { readonly width: number; readonly height: number };
}

function pictureIn(meta: Buffer, inner: readonly Box[]): Picture {
  const boxOf = (type: string) => {
    const box = only(inner, type);
    if (box === undefined) throw new NotAnImage(DAMAGED);
    return box;
  };
  if (numbersIn(meta, boxOf("hdlr").from + 8, boxOf("hdlr").end).next(4) !== PICT)
    throw new NotAnImage(DAMAGED);
  const items = itemsIn(meta, boxOf("iinf"));
  const iref = only(inner, "iref");
  const links = iref === undefined ? [] : linksIn(meta, iref);
  const extents = extentsIn(meta, boxOf("iloc"));
  const properties = propertiesOf(meta, boxOf("iprp"));
  const primary = primaryIn(meta, boxOf("pitm"));

  // By id: whoever crowds a description with items and links would have each looked for among all.
  const partsById = Map.groupBy(
    links.filter(({ type }) => type === "dimg"),
    ({ fromId }) => fromId,
  );
  const itemsById = Map.groupBy(items, ({ id }) => id);
  const stored = new Set(extents.map(({ itemId }) => itemId));
  const itemIds = new Set([primary]);
  const spread = () => {
    for (const id of itemIds)
      for (const { toIds } of partsById.get(id) ?? []) for (const part of toIds) itemIds.add(part);
  };
  spread();
  const added = links.filter(({ type, toIds }) => type === "auxl" && toIds.some((id) => itemIds.has(id)));
  // Each once, however many links there are of it.
  for (const id of new Set(added.map(({ fromId }) => fromId)))
    if ([...properties(id)].some((property) => isAlpha(meta, property))) itemIds.add(id);
  spread();

  for (const id of itemIds) {
    const [item] = itemsById.get(id) ?? [];
    if (item === undefined || !PICTURES.includes(item.type))
      throw new NotAnImage("holds another kind of picture than HEVC");
    if (!stored.has(id)) throw new NotAnImage(DAMAGED);
    if (item.type === "hvc1" && ![...properties(id)].some(({ type }) => type === "hvcC"))
      throw new NotAnImage(DAMAGED);
  }
  const ispe = [...properties(primary)].find(({ type }) => type === "ispe");
  if (ispe === undefined) throw new NotAnImage(DAMAGED);
  const sides = numbersIn(meta, ispe.from + 4, ispe.end);
  const size = { width: sides.next(4), height: sides.next(4) };
  assertSize(size.width, size.height);
  return { items, itemIds, extents, size };
}

/** Longer than those that are looked for. */
const LONGEST_NAME = 64;

/** "pict", the handler of pictures. */
const PICT = 0x70696374;

function isAlpha(meta: Buffer, { type, from, end }: Box): boolean {
  if (type !== "auxC") return false;
  const name = meta.toString("latin1", from + 4, Math.min(end, from + 4 + LONGEST_NAME)).split("\0")[0] ?? "";
  return ALPHA.includes(name);
}

/** What the description says of anything but the picture becomes free space; names become empty. */
function blankUnkept(meta: Buffer, inner: readonly Box[], { items, itemIds }: Picture): void {
  for (const box of inner) {
    if (!KEPT_IN_META.includes(box.type)) blank(meta, box);
    // Behind version, flags, handler and what is reserved stands a name.
    if (box.type === "hdlr") meta.fill(0, box.from + 24, box.end);
    if (box.type === "iref") {
      for (const link of linksIn(meta, box)) {
        const isOfPicture = ["dimg", "auxl"].includes(link.type) && itemIds.has(link.fromId);
        if (!isOfPicture) blank(meta, link.box);
      }
    }
    if (box.type === "iprp") {
      const ipco = only(boxesIn(meta, box.from, box.end), "ipco");
      for (const property of ipco === undefined ? [] : boxesIn(meta, ipco.from, ipco.end))
        if (!KEPT_PROPERTIES.includes(property.type)) blank(meta, property);
    }
  }
  for (const { id, typeAt, box } of items) {
    if (!itemIds.has(id)) meta.write("free", typeAt, "latin1");
    meta.fill(0, typeAt + 4, box.end);
  }
}

type Stretch = { readonly from: number; readonly end: number };

function assertInside(extents: readonly Extent[], places: readonly Stretch[]): void {
  for (const extent of extents) {
    if (!places.some(({ from, end }) => extent.from >= from && extent.end <= end))
      throw new NotAnImage(CUT_OFF);
  }
}

/** Everything of a box in memory but these extents, which are counted from its content on, becomes zero. */
function keepOnly(bytes: Buffer, { from, end }: Box, extents: readonly Extent[]): void {
  let at = from;
  for (const kept of united(extents)) {
    bytes.fill(0, at, from + kept.from);
    at = from + kept.end;
  }
  bytes.fill(0, at, end);
}

/** The content of a box of the file: these extents as they stand, zeros between them. */
function partsOf(box: Box, extents: readonly Extent[]): Piece[] {
  const pieces: Piece[] = [];
  let at = box.from;
  for (const { from, end } of united(extents.filter(({ from }) => from >= box.from && from < box.end))) {
    if (from > at) pieces.push({ zeros: from - at });
    pieces.push({ at: from, length: end - from });
    at = end;
  }
  if (box.end > at) pieces.push({ zeros: box.end - at });
  return pieces;
}

/** In order, and where two overlap they are one. */
function united(extents: readonly Stretch[]): Stretch[] {
  const all: { from: number; end: number }[] = [];
  for (const { from, end } of extents.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last !== undefined && from <= last.end) last.end = Math.max(last.end, end);
    else all.push({ from, end });
  }
  return all;
}

function freeSpace(box: Box): Piece[] {
  return [headOf(box, "free"), { zeros: box.end - box.from }];
}

/** The head of a box, as long as it was, with its size written out: the last one's may be left to the end of the file. */
function headOf({ at, from, end }: Box, type: string): Buffer {
  const head = Buffer.alloc(from - at);
  head.writeUInt32BE(head.length === 16 ? 1 : end - at, 0);
  head.write(type, 4, "latin1");
  if (head.length === 16) head.writeBigUInt64BE(BigInt(end - at), 8);
  return head;
}
