import { totalmem } from "node:os";

/** Returns the memory in bytes that this machine has, or the limit of the container in which this process runs. */
export function machineMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
