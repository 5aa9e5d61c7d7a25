import { statement, type Transaction } from "../platform/database/index.ts";

/**
 * Has PostgreSQL look at how large the tables have become. Its plans were made when they were empty, when reading a
 * whole table is the fastest way, and it keeps them until it looks again: by itself only a minute after a commit.
 */
export function countAnew(tx: Transaction): void {
  tx.write(analyze, []);
}

const analyze = statement(
  "demo_analyze",
  {},
  `analyze clients, appointments, appointment_items, blocks, claims, time_off, events, sales, sale_lines, payments, forms`,
);
