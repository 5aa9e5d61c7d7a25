import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { type RgbImage, tiffOf } from "./tiff.ts";

/**
 * The worker thread that decodes one HEIC file (`decodeHeic.ts`). It calls the C functions of libheif, because the package's
 * JavaScript wrapper gives no access to colour profiles, limits and strict decoding.
 */

/**
 * The C functions that this module calls, with pointers as numbers. A function that returns a `heif_error` writes it to the
 * address in its first argument.
 */
interface LibHeif {
  readonly HEAPU8: Uint8Array;
  readonly HEAP32: Int32Array;
  _malloc(bytes: number): number;
  _heif_context_alloc(): number;
  _heif_context_set_maximum_image_size_limit(context: number, side: number): void;
  _heif_context_read_from_memory_without_copy(
    error: number,
    context: number,
    file: number,
    length: number,
    options: number,
  ): void;
  _heif_context_has_sequence(context: number): number;
  _heif_context_get_primary_image_handle(error: number, context: number, out: number): void;
  _heif_image_handle_get_width(handle: number): number;
  _heif_image_handle_get_height(handle: number): number;
  _heif_image_handle_has_alpha_channel(handle: number): number;
  _heif_image_handle_get_raw_color_profile_size(handle: number): number;
  _heif_image_handle_get_raw_color_profile(error: number, handle: number, out: number): void;
  _heif_decoding_options_alloc(): number;
  _heif_decode_image(
    error: number,
    handle: number,
    out: number,
    colorspace: number,
    chroma: number,
    options: number,
  ): void;
  _heif_image_get_width(image: number, channel: number): number;
  _heif_image_get_height(image: number, channel: number): number;
  _heif_image_get_plane_readonly(image: number, channel: number, outStride: number): number;
}

/** Declares the WebAssembly types that this module needs, because Node's type declarations do not contain them. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => WasmInstance;
  Memory: new () => WasmMemory;
};

interface WasmInstance {
  readonly exports: Readonly<Record<string, unknown>>;
}

interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

interface EmscriptenOptions {
  instantiateWasm(imports: object, onInstance: (instance: WasmInstance) => void): WasmInstance["exports"];
}

export interface HeicJob {
  readonly file: Uint8Array;
  readonly maxMemoryBytes: number;
  /** The side length in pixels of the largest accepted square image. Other images may have the same number of pixels. */
  readonly maxSquareSide: number;
}

/**
 * The TIFF, or the reason for rejecting the file. `animated`: the file is an image sequence. `tooLarge`: the image exceeds a limit
 * of pixels or memory.
 */
export type HeicResult =
  | { readonly tiff: Uint8Array<ArrayBuffer> }
  | { readonly refused: "animated" | "damaged" | "tooLarge" | "unsupported" };

/** Values of the enumerations in heif_error.h, heif_image.h and heif_decoding.h. */
const UNSUPPORTED_FILETYPE = 3;
const UNSUPPORTED_FEATURE = 4;
const MEMORY_ALLOCATION_ERROR = 6;
const PLUGIN_LOADING_ERROR = 11;
const UNSUPPORTED: readonly number[] = [UNSUPPORTED_FILETYPE, UNSUPPORTED_FEATURE, PLUGIN_LOADING_ERROR];
const COLORSPACE_RGB = 1;
const CHROMA_RGB = 10;
const CHROMA_RGBA = 11;
const CHANNEL_INTERLEAVED = 10;
/** The byte offset of the strict-decoding option in `heif_decoding_options`. */
const STRICT_DECODING_OFFSET = 21;
const WASM_PAGE_BYTES = 65_536;
const MAX_PROFILE_BYTES = 1024 * 1024;

class HeifError extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`libheif returned error ${code}.`);
    this.code = code;
  }
}

function resultOf(heic: HeicJob): HeicResult {
  try {
    return decode(heic);
  } catch (error) {
    // Any other error is a wasm trap caused by hostile input, for example an exhausted stack.
    const code = error instanceof HeifError ? error.code : 0;
    if (isMemoryExhausted || code === MEMORY_ALLOCATION_ERROR) return { refused: "tooLarge" };
    return { refused: UNSUPPORTED.includes(code) ? "unsupported" : "damaged" };
  }
}

/** Decodes the primary image with its rotation and mirroring properties. Ignores the Exif orientation, as the HEIF standard requires. */
function decode({ file, maxMemoryBytes, maxSquareSide }: HeicJob): HeicResult {
  const heif = openLibHeif(maxMemoryBytes);
  // No memory is freed here, because all memory is released when the thread ends.
  const error = heif._malloc(12);
  const out = heif._malloc(4);
  const call = (run: () => void): number => {
    run();
    const code = heif.HEAP32[error >> 2] ?? 0;
    if (code !== 0) throw new HeifError(code);
    return heif.HEAP32[out >> 2] ?? 0;
  };
  const input = heif._malloc(file.length);
  if (input === 0) return { refused: "tooLarge" };
  heif.HEAPU8.set(file, input);
  const context = heif._heif_context_alloc();
  heif._heif_context_set_maximum_image_size_limit(context, maxSquareSide);
  call(() => heif._heif_context_read_from_memory_without_copy(error, context, input, file.length, 0));
  if (heif._heif_context_has_sequence(context) !== 0 && isSequenceFirst(file)) return { refused: "animated" };
  const handle = call(() => heif._heif_context_get_primary_image_handle(error, context, out));
  const width = heif._heif_image_handle_get_width(handle);
  const height = heif._heif_image_handle_get_height(handle);
  if (width * height > maxSquareSide ** 2) return { refused: "tooLarge" };
  const hasAlpha = heif._heif_image_handle_has_alpha_channel(handle) !== 0;
  const profile = profileOf(heif, handle, call, error);
  const options = heif._heif_decoding_options_alloc();
  // Without strict decoding, libheif fills the missing parts of a truncated file with grey tiles.
  heif.HEAPU8[options + STRICT_DECODING_OFFSET] = 1;
  const chroma = hasAlpha ? CHROMA_RGBA : CHROMA_RGB;
  const image = call(() => heif._heif_decode_image(error, handle, out, COLORSPACE_RGB, chroma, options));
  const pixels = heif._heif_image_get_plane_readonly(image, CHANNEL_INTERLEAVED, out);
  const decoded: RgbImage = {
    width: heif._heif_image_get_width(image, CHANNEL_INTERLEAVED),
    height: heif._heif_image_get_height(image, CHANNEL_INTERLEAVED),
    channels: hasAlpha ? 4 : 3,
    pixels: heif.HEAPU8.subarray(pixels),
    stride: heif.HEAP32[out >> 2] ?? 0,
    profile,
  };
  return { tiff: tiffOf(decoded) };
}

function profileOf(
  heif: LibHeif,
  handle: number,
  call: (run: () => void) => number,
  error: number,
): Uint8Array {
  const length = heif._heif_image_handle_get_raw_color_profile_size(handle);
  if (length === 0 || length > MAX_PROFILE_BYTES) return new Uint8Array();
  const at = heif._malloc(length);
  call(() => heif._heif_image_handle_get_raw_color_profile(error, handle, at));
  return heif.HEAPU8.slice(at, at + length);
}

/** Returns whether the major brand of the file declares an image sequence, which is meant to be played instead of shown as a still image. */
function isSequenceFirst(file: Uint8Array): boolean {
  return ["msf1", "hevc", "hevx"].includes(Buffer.from(file.subarray(8, 12)).toString("latin1"));
}

/** Loads the wasm module. Its memory never exceeds `maxMemoryBytes`; larger allocations fail inside libheif. */
function openLibHeif(maxMemoryBytes: number): LibHeif {
  const require = createRequire(import.meta.url);
  const load = require("libheif-js/libheif-wasm/libheif.js") as (options: EmscriptenOptions) => LibHeif;
  const wasm = new WebAssembly.Module(readFileSync(require.resolve("libheif-js/libheif-wasm/libheif.wasm")));
  return load({
    instantiateWasm(imports, onInstance) {
      const instance = new WebAssembly.Instance(wasm, imports);
      for (const exported of Object.values(instance.exports))
        if (exported instanceof WebAssembly.Memory) limitMemory(exported, maxMemoryBytes);
      onInstance(instance);
      return instance.exports;
    },
  });
}

/** Whether an allocation exceeded the limit. libheif reports failed allocations in a codec as a damaged file. */
let isMemoryExhausted = false;

/** Limits the memory growth. Emscripten calls `grow`, and reports a failed allocation to libheif if `grow` throws. */
function limitMemory(memory: WasmMemory, maxBytes: number): void {
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * WASM_PAGE_BYTES <= maxBytes) return grow(pages);
    isMemoryExhausted = true;
    throw new RangeError(`Decoding the image requires more than ${maxBytes} bytes of memory.`);
  };
}

const job = workerData as HeicJob;
const result = resultOf(job);
if ("tiff" in result) parentPort?.postMessage(result, [result.tiff.buffer]);
else parentPort?.postMessage(result);
