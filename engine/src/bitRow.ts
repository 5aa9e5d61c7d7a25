import type { StartSink } from "./startScan.ts";

/** A sink that sets the bits of the starts in one row. Every cell of a marked range must be a grid instant. */
export class BitRow implements StartSink {
  readonly #bits: Int32Array;
  readonly #row: number;
  readonly #originAt: number;
  /** One divided by the distance between cells in milliseconds. */
  readonly #perUnit: number;
  readonly #fromAt: number;
  readonly #lastAt: number;

  constructor(bits: Int32Array, row: number, originAt: number, unit: number, fromAt: number, lastAt: number) {
    this.#bits = bits;
    this.#row = row;
    this.#originAt = originAt;
    this.#perUnit = 1 / unit;
    this.#fromAt = fromAt;
    this.#lastAt = lastAt;
  }

  mark(first: number, last: number): void {
    const from = first < this.#fromAt ? this.#fromAt : first;
    const to = last > this.#lastAt ? this.#lastAt : last;
    if (to < from) return;
    // Rounds the start up and the end down to a cell. Multiplying by the reciprocal takes half the time of dividing. The result
    // is exact: instants are whole milliseconds, so half a millisecond is more than the rounding error of the product.
    const cell = ((from - this.#originAt - 0.5) * this.#perUnit + 1) | 0;
    const count = (((to - this.#originAt + 0.5) * this.#perUnit) | 0) - cell + 1;
    const bit = cell & 31;
    if (count <= 0) return;
    if (bit + count < 32) {
      const word = this.#row + (cell >> 5);
      this.#bits[word] = (this.#bits[word] as number) | (((1 << count) - 1) << bit);
    } else setBits(this.#bits, this.#row, cell, cell + count - 1);
  }
}

/** Sets the bits of a row from `first` to `last`, both inclusive. */
export function setBits(bits: Int32Array, row: number, first: number, last: number): void {
  const lastWord = row + (last >> 5);
  let mask = -1 << (first & 31);
  let word = row + (first >> 5);
  for (; word < lastWord; word++) {
    bits[word] = (bits[word] as number) | mask;
    mask = -1;
  }
  bits[word] = (bits[word] as number) | (mask & (-1 >>> (31 - (last & 31))));
}
