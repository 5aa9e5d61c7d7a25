/**
 * Settings of the embedded server. The first goal is safety: every commit is on disk before it is acknowledged. The second is size:
 * server and database together use less than 250 MB when idle. They are passed on the command line at every start, so that new settings
 * of a release apply to existing folders.
 */
export const serverSettings: Readonly<Record<string, string>> = {
  listen_addresses: "",
  port: "5432",
  unix_socket_permissions: "0700",
  max_connections: "60",
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  shared_buffers: "64MB",
  effective_cache_size: "512MB",
  work_mem: "8MB",
  maintenance_work_mem: "64MB",
  max_wal_size: "512MB",
  // The three I/O workers of PostgreSQL 18 need memory and bring no benefit for a small database.
  io_method: "sync",
  jit: "off",
  huge_pages: "off",
  random_page_cost: "1.1",
  timezone: "UTC",
  log_timezone: "UTC",
  // PostgreSQL reports a refused double booking as an error. Daybook expects it, so it is not logged.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_checkpoints: "off",
};
