// `node scripts/simulateCluster.ts` simulates bookings on a cluster. docs/scale.md describes the model and the results.
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    businesses: { type: "string", default: "1000000" },
    shards: { type: "string", default: "1024" },
    "worker-cores": { type: "string", default: "8" },
    "coordinator-cores": { type: "string", default: "64" },
    /** The CPU time of a booking on a worker in milliseconds, including the relay's CPU time for the booking's events. */
    "worker-ms": { type: "string", default: "3.2" },
    "coordinator-ms": { type: "string", default: "2.9" },
    /** The maximum 99th percentile of the time that a booking takes in the database. */
    "limit-ms": { type: "string", default: "50" },
  },
});
const businesses = Number(values.businesses);
const shards = Number(values.shards);
const [workerCores, coordinatorCores] = [Number(values["worker-cores"]), Number(values["coordinator-cores"])];
const [workerMs, coordinatorMs] = [Number(values["worker-ms"]), Number(values["coordinator-ms"])];
const limitMs = Number(values["limit-ms"]);
const BOOKINGS = 200_000;

let state = 1;
/** Returns the next pseudo-random number in (0, 1). The sequence is the same in every run (xorshift). */
function random(): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return ((state >>> 0) + 0.5) / 2 ** 32;
}
const exponential = (mean: number) => -mean * Math.log(random());
const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());

/** Returns each shard's share of the bookings. Businesses have log-normal sizes (sigma 1) and are assigned to random shards. */
function shardShares(): number[] {
  const shares = new Array<number>(shards).fill(0);
  for (let business = 0; business < businesses; business++) {
    const shard = Math.floor(random() * shards);
    shares[shard] = (shares[shard] ?? 0) + Math.exp(normal());
  }
  const total = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => share / total);
}

/**
 * Returns a function that simulates a node: each core processes one booking at a time, in the order of arrival. The function
 * returns the time at which a booking ends.
 */
function node(cores: number): (arrivesAt: number, workMs: number) => number {
  const freeAt = new Array<number>(cores).fill(0);
  return (arrivesAt, workMs) => {
    let first = 0;
    for (let core = 1; core < cores; core++) if ((freeAt[core] ?? 0) < (freeAt[first] ?? 0)) first = core;
    const endsAt = Math.max(arrivesAt, freeAt[first] ?? 0) + workMs;
    freeAt[first] = endsAt;
    return endsAt;
  };
}

/** Returns the 99th percentile of the time that a booking takes on the coordinator and on its worker, in milliseconds. */
function percentile(perSecond: number, workers: number, cumulated: readonly number[]): number {
  const coordinator = node(coordinatorCores);
  const nodes = Array.from({ length: workers }, () => node(workerCores));
  const times: number[] = [];
  const onWorkers: { at: number; startedAt: number }[] = [];
  let now = 0;
  for (let booking = 0; booking < BOOKINGS; booking++) {
    now += exponential(1000 / perSecond);
    onWorkers.push({ startedAt: now, at: coordinator(now, exponential(coordinatorMs)) });
  }
  for (const { at, startedAt } of onWorkers.sort((one, other) => one.at - other.at)) {
    const chosen = random();
    const shard = cumulated.findIndex((until) => chosen <= until);
    // Neighbouring shards are on different workers, as in Citus.
    const endsAt = nodes[shard % workers]?.(at, exponential(workerMs)) ?? at;
    times.push(endsAt - startedAt);
  }
  times.sort((one, other) => one - other);
  return times[Math.floor(times.length * 0.99)] ?? 0;
}

const shares = shardShares();
let sum = 0;
const cumulated = shares.map((share) => {
  sum += share;
  return sum;
});
console.log(
  `${businesses} businesses, ${shards} shards, ${workerCores} cores per worker, ${coordinatorCores} of the coordinator`,
);
for (const workers of [1, 2, 4, 8, 12, 16]) {
  let [low, high] = [0, (workers * workerCores * 1000) / workerMs];
  while (high - low > high / 100) {
    const middle = (low + high) / 2;
    if (percentile(middle, workers, cumulated) <= limitMs) low = middle;
    else high = middle;
  }
  const loads = Array.from({ length: workers }, () => 0);
  shares.forEach((share, shard) => {
    loads[shard % workers] = (loads[shard % workers] ?? 0) + share;
  });
  console.log(
    `${workers} workers: ${Math.round(low)} bookings/s, ${Math.round(low / workers)} per worker; busiest worker ${(Math.max(...loads) * workers).toFixed(2)} of the mean`,
  );
}
