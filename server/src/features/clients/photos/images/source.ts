/** A picture as it was sent, looked at in small parts: a large one is never in memory as a whole. */
export interface Source {
  readonly length: number;
  /** Fewer bytes than asked for at its end. */
  read(at: number, length: number): Promise<Buffer>;
}

/** A part of what is kept: of the source as it stands, new bytes, or as many zeros. */
export type Piece = { readonly at: number; readonly length: number } | { readonly zeros: number } | Buffer;

/** A picture without what it tells beside the picture. */
export interface CleanImage {
  readonly mediaType: MediaType;
  /** In dots, as they are stored: before any rotation. */
  readonly width: number;
  readonly height: number;
  /** One after the other they are the file that is kept. */
  readonly pieces: readonly Piece[];
}

export const MEDIA_TYPES = ["image/jpeg", "image/png", "image/webp", "image/heic"] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

/** Bytes that are no picture we take; the message continues the name of the field. */
export class NotAnImage extends Error {}

export const CUT_OFF = "is cut off: it ends before the picture does";
export const DAMAGED = "is damaged";

/** All of these bytes, or `NotAnImage`. */
export async function exactly(source: Source, at: number, length: number): Promise<Buffer> {
  const bytes = await source.read(at, length);
  if (bytes.length < length) throw new NotAnImage(CUT_OFF);
  return bytes;
}

/** Phones take 50 million dots, the largest cameras 100; more unfold to more memory than a browser has. */
const MOST_DOTS = 100_000_000;
const MOST_ON_A_SIDE = 30_000;

/** Throws for a picture without a dot, and for one that only looks small while it is packed. */
export function assertSize(width: number, height: number): void {
  if (width < 1 || height < 1) throw new NotAnImage(DAMAGED);
  if (width > MOST_ON_A_SIDE || height > MOST_ON_A_SIDE || width * height > MOST_DOTS)
    throw new NotAnImage("has more than 100 million dots, or more than 30000 on a side");
}

/** A camera's largest file has a few thousand parts; each is read from the disk by itself. */
const MOST_PARTS = 40_000;

/** Counts the parts of a picture, and throws for one that is made of nothing but. */
export function partCounter(): () => void {
  let parts = 0;
  return () => {
    parts++;
    if (parts > MOST_PARTS) throw new NotAnImage("is made of too many parts");
  };
}

/** Bytes the pieces have together. */
export function lengthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + pieceLength(piece), 0);
}

function pieceLength(piece: Piece): number {
  return "zeros" in piece ? piece.zeros : piece.length;
}

const CHUNK_BYTES = 64 * 1024;

/** The bytes of the pieces, a little at a time. */
export async function* chunksOf(source: Source, pieces: readonly Piece[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) {
      yield piece;
      continue;
    }
    const length = pieceLength(piece);
    for (let done = 0; done < length; done += CHUNK_BYTES) {
      const size = Math.min(CHUNK_BYTES, length - done);
      yield "zeros" in piece ? Buffer.alloc(size) : await exactly(source, piece.at + done, size);
    }
  }
}
