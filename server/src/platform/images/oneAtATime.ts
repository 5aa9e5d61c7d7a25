import { ApiError } from "../../kernel/errors.ts";

/**
 * Maximum number of waiting uploads. Their files are on disk, so the maximum limits the waiting time of the last upload, not
 * memory.
 */
const MAX_WAITING = 50;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs `run` after all earlier runs in this process, because processing an image of 100 million pixels needs 400 MB. Throws `unavailable`
 * if too many runs wait.
 */
export async function oneAtATime<Result>(run: () => Promise<Result>): Promise<Result> {
  if (waiting >= MAX_WAITING)
    throw new ApiError("unavailable", "Too many images are being processed. Try again shortly.");
  waiting++;
  const result = last.then(run).finally(() => {
    waiting--;
  });
  last = result.catch(() => undefined);
  return result;
}
