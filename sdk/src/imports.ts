import type { components, operations } from "./api.ts";
import { formOf } from "./form.ts";
import type { Transport } from "./transport.ts";

type Import = components["schemas"]["Import"];
type Upload = operations["createImport"];
type Fields = Omit<Upload["requestBody"]["content"]["multipart/form-data"], "file">;

/** The fields and the file of a new import. */
export interface ImportUpload extends Readonly<Fields> {
  readonly path: Readonly<Upload["parameters"]["path"]>;
  /** A CSV file: a `File` from an input element, a `Blob` (in Node `await openAsBlob(path)`), or its bytes. */
  readonly file: Blob | Uint8Array;
  /** The `Idempotency-Key`, random by default. Another process can repeat the upload with the same key. */
  readonly idempotencyKey?: string;
  /** A signal that cancels the upload and the waits between attempts. */
  readonly signal?: AbortSignal;
}

/** The import operations whose request is not JSON. */
export interface ImportFiles {
  /** Uploads a file to import (`createImport`). Requires the session of an owner or manager. */
  upload(upload: ImportUpload): Promise<Import>;
}

/** The upload path in the published description. */
const PATH = "/businesses/{business}/imports";

export function importFilesOf({ request }: Transport): ImportFiles {
  return {
    upload: async ({ path, idempotencyKey, signal, ...parts }) => {
      const input = {
        path,
        body: formOf(parts),
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
        ...(signal === undefined ? {} : { signal }),
      };
      return (await request("post", PATH, input)) as Import;
    },
  };
}
