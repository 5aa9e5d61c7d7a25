import { type ImportFiles, importFilesOf } from "./imports.ts";
import type {
  DataOf,
  InputArgument,
  ItemOf,
  Method,
  Page,
  PagedPath,
  PathOf,
  Resources,
} from "./operations.ts";
import { resources } from "./operationTable.ts";
import { type Photos, photosOf } from "./photos.ts";
import { type AnyInput, type Connection, type Transport, transportOf } from "./transport.ts";

/** A client of Daybook's API. Every call returns the `data` of the response, or throws an `ApiError`. */
export interface Daybook extends Resources {
  /** Uploads and downloads of images: clients' photos, staff photos and the logo. */
  readonly photos: Photos;
  /** Operations on imports, including the upload of a file. */
  readonly imports: Resources["imports"] & ImportFiles;
  get: Call<"get">;
  post: Call<"post">;
  put: Call<"put">;
  patch: Call<"patch">;
  delete: Call<"delete">;
  /** Iterates over all items of a list. Requests the next page after the last item of the previous page. */
  each<P extends PagedPath>(
    path: P,
    ...input: InputArgument<"get", P>
  ): AsyncGenerator<ItemOf<P>, void, undefined>;
}

type Call<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...input: InputArgument<M, P>
) => Promise<DataOf<M, P>>;

/** Creates a client without sending a request. */
export function connect(connection: Connection): Daybook {
  const transport = transportOf(connection);
  const { request } = transport;

  async function* each(path: string, input: AnyInput = {}): AsyncGenerator<unknown, void, undefined> {
    let cursor = input.query?.cursor;
    do {
      const query = { ...input.query, ...(cursor === undefined ? {} : { cursor }) };
      const page = (await request("get", path, { ...input, query })) as Page<unknown>;
      yield* page.items;
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }

  const call = (method: Method) => (path: string, input?: AnyInput) => request(method, path, input);
  const daybook = {
    get: call("get"),
    post: call("post"),
    put: call("put"),
    patch: call("patch"),
    delete: call("delete"),
    each,
    photos: photosOf(transport),
  };
  // Creates the functions of a resource when the caller first uses the resource, because a program uses only a few of several
  // hundred operations.
  for (const [resource, operations] of Object.entries(resources)) {
    if (resource in daybook) continue;
    let created: object | undefined;
    const create = () => ({
      ...functionsOf(operations, request),
      ...(resource === "imports" ? importFilesOf(transport) : {}),
    });
    Object.defineProperty(daybook, resource, { enumerable: true, get: () => (created ??= create()) });
  }
  // The interface `Daybook` lets the compiler check the path and input of each call against the description.
  return daybook as unknown as Daybook;
}

/** Returns the functions of one resource. `operations` maps the name of each function to the method and path of its operation. */
function functionsOf(operations: Readonly<Record<string, string>>, request: Transport["request"]): object {
  return Object.fromEntries(
    Object.entries(operations).map(([name, target]) => {
      const [method, path] = target.split(" ") as [Method, string];
      return [name, (input?: AnyInput) => request(method, path, input)];
    }),
  );
}
