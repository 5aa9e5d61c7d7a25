import type { Page } from "playwright-core";

/** The frame times of a page while a calendar card is dragged, and while the page is idle. */
export interface DragFrames {
  readonly frames: number;
  readonly p95Millis: number;
  readonly idleP95Millis: number;
  readonly longestTaskMillis: number;
}

const MOVES = 120;

/** Drags a card of a filled calendar over the grid and cancels the drag with Escape. */
export async function dragFrames(page: Page): Promise<DragFrames> {
  await page.evaluate(() => {
    const kept: Kept = { frames: [], tasks: [] };
    (globalThis as unknown as { kept: Kept }).kept = kept;
    let last = performance.now();
    const next = (at: number) => {
      kept.frames.push(at - last);
      last = at;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    new PerformanceObserver((list) =>
      kept.tasks.push(...list.getEntries().map((task) => task.duration)),
    ).observe({
      entryTypes: ["longtask"],
    });
  });
  await page.waitForFunction(
    (count) => (globalThis as unknown as { kept: Kept }).kept.frames.length >= count,
    MOVES,
  );
  const idle = await taken(page);
  const box = await page.locator("[data-entry]").nth(30).boundingBox();
  if (box === null) throw new Error("the calendar shows no card");
  const [x, y] = [box.x + 20, box.y + 8];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 10, y + 10);
  await taken(page);
  for (let n = 0; n < MOVES; n++) await page.mouse.move(x + n * 4, y + Math.sin(n / 8) * 120);
  const drag = await taken(page);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  return {
    frames: drag.frames.length,
    p95Millis: p95(drag.frames),
    idleP95Millis: p95(idle.frames),
    longestTaskMillis: Math.max(0, ...drag.tasks),
  };
}

interface Kept {
  readonly frames: number[];
  readonly tasks: number[];
}

/** Returns the recorded times of frames and tasks, and clears the records. */
function taken(page: Page): Promise<Kept> {
  return page.evaluate(() => {
    const { kept } = globalThis as unknown as { kept: Kept };
    return { frames: kept.frames.splice(0), tasks: kept.tasks.splice(0) };
  });
}

function p95(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
}
