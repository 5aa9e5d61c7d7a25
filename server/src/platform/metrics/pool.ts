import { Gauge } from "prom-client";
import type { PooledDatabase } from "../database/index.ts";
import type { Metrics } from "./metrics.ts";

/** Measures the database connections of this process and the callers that wait for a connection. */
export function measurePool({ registry }: Metrics, database: PooledDatabase): void {
  new Gauge({
    name: "daybook_database_connections",
    help: "Connections to the database: open, of these idle, and callers that wait for one",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      const { open, idle, waiting } = database.connections();
      this.set({ state: "open" }, open);
      this.set({ state: "idle" }, idle);
      this.set({ state: "waiting" }, waiting);
    },
  });
}
