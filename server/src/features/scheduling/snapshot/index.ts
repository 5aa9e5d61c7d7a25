export { type CurrentVersions, currentVersions } from "./currentVersions.ts";
export { createCalendar, lockSettings } from "./settings.ts";
export {
  type LocationSnapshot,
  performersAt,
  type SchedulingSnapshot,
  type ServiceSnapshot,
} from "./snapshot.ts";
export { assertCurrent, assertFresh, readSnapshot, withSnapshot } from "./snapshotCache.ts";
