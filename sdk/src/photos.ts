import type { components, operations } from "./api.ts";
import { formOf } from "./form.ts";
import type { Transport } from "./transport.ts";

type Photo = components["schemas"]["Photo"];
type StaffMember = components["schemas"]["StaffMember"];
type BookingPage = components["schemas"]["BookingPage"];
type Upload = operations["createClientPhoto"];
type Fields = Omit<Upload["requestBody"]["content"]["multipart/form-data"], "file">;

/** The fields and the image of a new photo. */
export interface PhotoUpload extends Readonly<Fields> {
  readonly path: Readonly<Upload["parameters"]["path"]>;
  /**
   * A JPEG, PNG, WebP or HEIC image: a `File` from an input element, a `Blob` (in Node `await openAsBlob(path)`), or
   * its bytes.
   */
  readonly file: Blob | Uint8Array;
  /** The `Idempotency-Key`, random by default. Another process can repeat the upload with the same key. */
  readonly idempotencyKey?: string;
  /** A signal that cancels the upload and the waits between attempts. */
  readonly signal?: AbortSignal;
}

/** The image of a logo or a staff photo. */
export interface PictureUpload<Path> {
  readonly path: Readonly<Path>;
  /** A JPEG, PNG, WebP or HEIC image, as for `PhotoUpload`. */
  readonly file: Blob | Uint8Array;
  /** A signal that cancels the upload and the waits between attempts. */
  readonly signal?: AbortSignal;
}

export interface PhotoDownload {
  /** The `url`, `preview_url` or `thumbnail_url` of a photo. */
  readonly url: string;
  /** A signal that cancels the download and the waits between attempts. */
  readonly signal?: AbortSignal;
}

/**
 * The image operations whose requests or responses are not JSON. `clients`, `staff` and `bookingPage` have the other
 * image operations.
 */
export interface Photos {
  /** Creates a photo of a client (`createClientPhoto`). Requires a session, because API keys cannot upload. */
  upload(photo: PhotoUpload): Promise<Photo>;
  /** Gets an image (`getPhotoImage`). Sends no credentials: the URL is valid without them for 10 minutes. */
  download(image: PhotoDownload): Promise<Blob>;
  /** Replaces the photo of a staff member (`replaceStaffPhoto`). Requires a session. */
  replaceOfStaff(
    photo: PictureUpload<operations["replaceStaffPhoto"]["parameters"]["path"]>,
  ): Promise<StaffMember>;
  /** Replaces the logo (`replaceLogo`). Requires a session. */
  replaceLogo(logo: PictureUpload<operations["replaceLogo"]["parameters"]["path"]>): Promise<BookingPage>;
}

/** The upload paths in the published description. */
const PATH = "/businesses/{business}/clients/{client}/photos";
const STAFF_PATH = "/businesses/{business}/staff/{staff}/photo";
const LOGO_PATH = "/businesses/{business}/booking-page/logo";

export function photosOf({ request, download }: Transport): Photos {
  const replace = (at: string, { path, file, signal }: PictureUpload<Readonly<Record<string, string>>>) =>
    request("put", at, { path, body: formOf({ file }), ...(signal === undefined ? {} : { signal }) });
  return {
    upload: async ({ path, idempotencyKey, signal, ...parts }) => {
      const input = {
        path,
        body: formOf(parts),
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
        ...(signal === undefined ? {} : { signal }),
      };
      return (await request("post", PATH, input)) as Photo;
    },
    download: ({ url, signal }) => download(url, signal),
    replaceOfStaff: async (photo) => (await replace(STAFF_PATH, photo)) as StaffMember,
    replaceLogo: async (logo) => (await replace(LOGO_PATH, logo)) as BookingPage,
  };
}
