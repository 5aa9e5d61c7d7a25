import { buildApp } from "../../src/app.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import { openDatabase } from "../../src/platform/database/index.ts";
import { callerOf } from "../fixtures/salon.ts";
import type { ServiceName } from "./appointmentTimes.ts";
import type { RaceFixture } from "./fixture.ts";
import { availabilityPath } from "./mixes.ts";

/**
 * Returns the paths of the availability requests for these staff members to which a server of the race and a new server with
 * empty caches respond differently. Consecutive clients use different servers, so the first two clients cover all servers.
 */
export async function outdatedAnswers(fixture: RaceFixture, staffIds: readonly string[]): Promise<string[]> {
  const { salon, connectionString } = fixture;
  const database = openDatabase({ connectionString, poolSize: 2 });
  const app = await buildApp({ database, clock: systemClock });
  const fresh = callerOf(app, salon);
  const outdated: string[] = [];
  for (const service of Object.keys(salon.services) as ServiceName[]) {
    for (const staffId of staffIds) {
      const path = availabilityPath(salon, service, staffId);
      const truth = JSON.stringify((await fresh("GET", path)).body.data);
      for (const client of fixture.batch.clients.slice(0, 2)) {
        const { status, body } = await client("GET", path);
        if (status !== 200 || JSON.stringify(body.data) !== truth) outdated.push(path);
      }
    }
  }
  await app.close();
  await database.close();
  return outdated;
}
