import { machineMemory } from "../machineMemory.ts";

const MB = 2 ** 20;

/**
 * Returns a fifth of the memory, from 64 MB to 1 GB, for `shared_buffers`. PostgreSQL takes the pages of this memory when it first uses
 * them, so a large setting costs an idle server only the buffer descriptors, about 1.5 % of the setting. With 64 MB, a search for a
 * common name in 500,000 clients read 18 MB from the operating system each time.
 */
export function sharedBuffersMb(memoryBytes: number): number {
  return Math.round(Math.min(1024, Math.max(64, memoryBytes / 5 / MB)));
}

/**
 * Returns half of the memory, at least 512 MB, for `effective_cache_size`, from which the
 * planner estimates how much data is cached.
 */
export function effectiveCacheMb(memoryBytes: number): number {
  return Math.round(Math.max(512, memoryBytes / 2 / MB));
}

/**
 * Settings of the embedded server. The first goal is safety: every commit is on disk before it is acknowledged. The second is
 * size: server and database together use less than 250 MB when idle. The settings are passed on the command line at every
 * start, so that new settings of a release apply to existing folders.
 */
export const serverSettings: Readonly<Record<string, string>> = {
  listen_addresses: "",
  port: "5432",
  unix_socket_permissions: "0700",
  max_connections: "60",
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  shared_buffers: `${sharedBuffersMb(machineMemory())}MB`,
  effective_cache_size: `${effectiveCacheMb(machineMemory())}MB`,
  work_mem: "8MB",
  maintenance_work_mem: "64MB",
  max_wal_size: "512MB",
  // PostgreSQL compresses the page images that it writes after each checkpoint. They are about a fifth of the write-ahead log
  // of a booking.
  wal_compression: "on",
  // The three I/O workers of PostgreSQL 18 need memory and bring no benefit for a small database.
  io_method: "sync",
  jit: "off",
  huge_pages: "off",
  random_page_cost: "1.1",
  timezone: "UTC",
  log_timezone: "UTC",
  // PostgreSQL reports a refused double booking as an error. Daybook expects this error, so it is not logged.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_checkpoints: "off",
};
