interface Challenge {
  readonly algorithm: string;
  readonly salt: string;
  readonly challenge: string;
  readonly maxnumber: number;
  readonly signature: string;
}

const BATCH = 200;

/** Runs in a Web Worker: finds the number that solves a challenge, and posts the solution as base64-encoded JSON. */
self.onmessage = async ({ data }: MessageEvent<string>) => {
  const { maxnumber, ...challenge } = JSON.parse(data) as Challenge;
  const encoder = new TextEncoder();
  for (let first = 0; first <= maxnumber; first += BATCH) {
    const numbers = Array.from({ length: BATCH }, (_, index) => first + index);
    const hashes = await Promise.all(
      numbers.map((number) => crypto.subtle.digest("SHA-256", encoder.encode(challenge.salt + number))),
    );
    const found = hashes.findIndex((hash) => hexOf(hash) === challenge.challenge);
    if (found < 0) continue;
    self.postMessage(btoa(JSON.stringify({ ...challenge, number: first + found })));
    return;
  }
};

function hexOf(hash: ArrayBuffer): string {
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
