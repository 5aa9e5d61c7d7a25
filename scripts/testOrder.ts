import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The test files that take more than 15 seconds in `npm test`. They start first, so that at the end of a run no process waits
 * for a long file of another. Files that mostly wait alternate with files that mostly compute.
 */
export const LONG_TESTS = [
  "apps/web/test/accessibility.test.ts",
  "server/test/contract/hostile.test.ts",
  "server/test/process/worker.test.ts",
  "server/test/races/stress.test.ts",
  "server/test/webhooks/restart.test.ts",
  "server/src/demo/demo.test.ts",
  "apps/web/test/cardForm.test.ts",
  "server/test/webhooks/killed.test.ts",
  "server/test/process/server.test.ts",
  "server/test/privacy.test.ts",
  "apps/web/test/roles.test.ts",
  "server/test/webhooks/hostile.test.ts",
  "apps/web/test/calendar.test.ts",
  "server/test/webhooks/day.test.ts",
  "server/test/process/backup.test.ts",
  "apps/web/test/reference.test.ts",
  "server/test/process/stoppedDatabase.test.ts",
  "server/test/contract/paging.test.ts",
  "apps/web/test/kiosk.test.ts",
  "server/test/examples/examples.test.ts",
  "server/test/process/severalProcesses.test.ts",
  "apps/web/test/liveChanges.test.ts",
  "server/test/spec/walk.test.ts",
  "server/test/contract/access.test.ts",
  "apps/web/test/bookingPage.test.ts",
  "server/src/platform/embedded/embedded.test.ts",
  "server/test/contract/fuzz.test.ts",
  "server/src/platform/backup/backup.test.ts",
  "apps/web/test/settings.test.ts",
  "sdk/test/package.test.ts",
  "apps/web/test/clientPages.test.ts",
  "apps/web/test/neverStale.test.ts",
  "server/src/features/checkout/payments/online.test.ts",
  "server/test/crash/crash.test.ts",
  "server/test/process/commands.test.ts",
  "apps/web/test/clients.test.ts",
  "server/test/faults/waits.test.ts",
  "apps/web/test/desk.test.ts",
  "server/test/webhooks/threeDays.test.ts",
  "server/test/process/disk.test.ts",
  "server/test/process/firstBusiness.test.ts",
  "server/test/process/dev.test.ts",
  "server/test/backup/movedBusiness.test.ts",
];

/** Runs the files of LONG_TESTS first, in their order, and then the others in Vitest's order, each kind within its project. */
export class LongTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const positions = new Map(LONG_TESTS.map((path, index) => [path, index]));
    const positionOf = ({ moduleId }: TestSpecification) =>
      positions.get(relative(this.ctx.config.root, moduleId)) ?? LONG_TESTS.length;
    const isShared = ({ project }: TestSpecification) => Number(!project.config.isolate);
    const sorted = await super.sort(files);
    // A process runs files of one project only, so the projects must not alternate.
    return sorted.sort((a, b) => isShared(a) - isShared(b) || positionOf(a) - positionOf(b));
  }
}
