import { newId } from "../../../kernel/ids.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { API_PREFIX } from "../../../platform/http/route.ts";
import type { ProcessedPicture } from "../../../platform/images/index.ts";
import { deletePictureRow, findLogo, insertPicture } from "./store.ts";

/** The owner of a picture: a staff member, or the business itself, whose picture is the logo. */
export interface PictureOwner {
  readonly businessId: string;
  readonly staffId: string | null;
}

/** Replaces the previous picture of the owner. The new picture has a new URL. The caller must have locked the owner. */
export async function replacePicture(
  tx: Transaction,
  owner: PictureOwner,
  { bytes, width, height }: ProcessedPicture,
  now: number,
): Promise<void> {
  await deletePicture(tx, owner);
  const { businessId: business_id, staffId: staff_id } = owner;
  tx.write(insertPicture, {
    business_id,
    id: newId(),
    staff_id,
    content: bytes,
    width,
    height,
    created_at: now,
  });
}

/** Deletes a picture. Returns false if the owner has no picture. */
export async function deletePicture(tx: Transaction, owner: PictureOwner): Promise<boolean> {
  return (await tx.query(deletePictureRow, owner)).length > 0;
}

/** Returns the URL of the logo, or null if the business has no logo. */
export async function readLogo(reader: Reader, businessId: string, address: string): Promise<string | null> {
  const [logo] = await reader.query(findLogo, { businessId });
  return pictureUrlOf(address, businessId, logo?.id ?? null);
}

/** Returns the URL of a picture. The URL contains the ids of the business and the picture, so that the server can determine the shard. */
export function pictureUrlOf(address: string, businessId: string, pictureId: string | null): string | null {
  if (pictureId === null) return null;
  const token = Buffer.from((businessId + pictureId).replaceAll("-", ""), "hex").toString("base64url");
  return `${address}${API_PREFIX}/public/pictures/${token}`;
}

const ID_BYTES = 16;

/** Returns the ids in the token of a URL, or null for a malformed token. */
export function idsIn(token: string): { readonly businessId: string; readonly pictureId: string } | null {
  const bytes = Buffer.from(token, "base64url");
  // The decoder ignores characters that are not base64, so this check accepts only the canonical text of a token.
  if (bytes.length !== 2 * ID_BYTES || bytes.toString("base64url") !== token) return null;
  return { businessId: idAt(bytes, 0), pictureId: idAt(bytes, ID_BYTES) };
}

function idAt(bytes: Buffer, at: number): string {
  const hex = bytes.toString("hex", at, at + ID_BYTES);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
