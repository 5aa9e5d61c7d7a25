import { createExport } from "../../../../server/src/features/transfer/exports/index.ts";
import { endExport, updateProgress } from "../../../../server/src/features/transfer/exports/store.ts";
import type { TestSalon } from "../testSalon.ts";
import type { State } from "./state.ts";

const DAY = 86_400_000;

/** The salons that already have exports. */
const exported = new WeakSet<object>();
/** Creates an export in each status except `queued`. */
async function addExports({ database, clock, salon }: TestSalon): Promise<void> {
  if (exported.has(salon)) return;
  exported.add(salon);
  const { businessId, ownerId: userId } = salon;
  const now = clock.now();
  for (const status of ["expired", "failed", "ready", "running"] as const) {
    const { id } = await database.transaction(async (tx) => createExport(tx, { businessId, userId, now }));
    const one = { businessId, exportId: id };
    const byte_length = status === "ready" ? 12_300_000 : null;
    const expires_at = status === "ready" ? now + DAY : null;
    await database.query(endExport, { ...one, status, byte_length, expires_at, now });
    if (status === "running")
      await database.query(updateProgress, {
        ...one,
        done_count: 41,
        table_count: 70,
        until: now + DAY,
        now,
      });
  }
}

export const exportStates: readonly State[] = [
  {
    name: "exports",
    screens: ["settings/exports"],
    open: async (salon, options) => {
      await addExports(salon);
      const page = await salon.open("settings/exports", options);
      await page.getByRole("link", { name: "Download", exact: true }).waitFor();
      return page;
    },
  },
];
