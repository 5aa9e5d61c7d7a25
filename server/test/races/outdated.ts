import { buildApp } from "../../src/app.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import { openDatabase } from "../../src/platform/database/index.ts";
import { callerOf } from "../fixtures/salon.ts";
import type { House } from "./fixture.ts";
import { availabilityPath } from "./mixes.ts";
import type { ServiceName } from "./visitTimes.ts";

/**
 * Questions about the racing day to which a server that has raced answers something else than one that starts now
 * and remembers nothing. Clients are spread over the servers in turn, so that the first two speak for all.
 */
export async function outdatedAnswers(house: House): Promise<string[]> {
  const { salon, connectionString } = house;
  const database = openDatabase({ connectionString, poolSize: 2 });
  const app = await buildApp({ database, clock: systemClock });
  const fresh = callerOf(app, salon);
  const outdated: string[] = [];
  for (const service of Object.keys(salon.services) as ServiceName[]) {
    for (const member of salon.team) {
      const path = availabilityPath(salon, service, member);
      const truth = JSON.stringify((await fresh("GET", path)).body.data);
      for (const client of house.crowd.clients.slice(0, 2)) {
        const { status, body } = await client("GET", path);
        if (status !== 200 || JSON.stringify(body.data) !== truth) outdated.push(path);
      }
    }
  }
  await app.close();
  await database.close();
  return outdated;
}
