import { describe, expect, test } from "vitest";
import { FairShare, type RunPiece } from "./fairShare.ts";

/** Creates a queue whose clock advances only by the stated duration of each piece. */
function shared() {
  let now = 0;
  const loop = new FairShare(() => now);
  const done: string[] = [];
  const piece = (name: string, ms: number) => () => {
    now += ms;
    done.push(name);
    return name;
  };
  const computation = (name: string, pieces: number, ms: number) => async (run: RunPiece) => {
    for (let number = 0; number < pieces; number++) await run(piece(name, ms));
    return name;
  };
  return { loop, done, piece, computation, wait: (ms: number) => (now += ms) };
}

describe("FairShare", () => {
  test("runs a piece at once while nothing waits, and returns its result or error", async () => {
    const { loop, done, piece } = shared();
    const first = loop.run("a", piece("first", 1));
    expect(done).toEqual(["first"]);
    await expect(first).resolves.toBe("first");
    const failed = loop.run("a", () => {
      throw new Error("wrong");
    });
    await expect(failed).rejects.toThrow("wrong");
  });

  test("lets the event loop serve others between turns of a few milliseconds", async () => {
    const { loop, computation } = shared();
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await loop.compute("a", computation("a", 50, 4));
    isOver = true;
    expect(turns).toBeGreaterThanOrEqual(24);
  });

  test("gives the next turn to the business that used the least", async () => {
    const { loop, done, computation } = shared();
    await loop.compute("busy", computation("earlier", 100, 10));
    done.length = 0;
    const busy = [1, 2, 3].map((number) => loop.compute("busy", computation(`busy ${number}`, 20, 10)));
    const neighbour = loop.compute("neighbour", computation("neighbour", 20, 10));
    await Promise.all([...busy, neighbour]);
    // One piece may run immediately, and another one in the same event-loop turn, before the other
    // business's next piece arrives.
    const before = done.slice(0, done.lastIndexOf("neighbour"));
    expect(before.filter((name) => name !== "neighbour").length).toBeLessThanOrEqual(3);
  });

  test("forgets the time that a business used: after a while, it is treated like the others", async () => {
    const { loop, done, computation, wait } = shared();
    await loop.compute("busy", computation("earlier", 100, 10));
    wait(300_000);
    done.length = 0;
    await Promise.all([
      loop.compute("busy", computation("busy", 20, 10)),
      loop.compute("neighbour", computation("neighbour", 20, 10)),
    ]);
    const half = done.slice(0, 20).filter((name) => name === "busy").length;
    expect(half).toBeGreaterThanOrEqual(8);
    expect(half).toBeLessThanOrEqual(12);
  });

  test("finishes a business's older computations first, so that few hold memory", async () => {
    const { loop, computation } = shared();
    const ended: string[] = [];
    await Promise.all(
      ["first", "second", "third"].map(async (name) => {
        ended.push(await loop.compute("a", computation(name, 10, 10)));
      }),
    );
    expect(ended).toEqual(["first", "second", "third"]);
  });

  test("refuses a computation when the running ones take too long, with a Retry-After time", async () => {
    const { loop, computation } = shared();
    await loop.compute("a", computation("measured", 100, 10));
    const underWay = Array.from({ length: 6 }, () => loop.compute("a", computation("under way", 100, 10)));
    const refused = loop.compute("a", computation("refused", 1, 1));
    await expect(refused).rejects.toMatchObject({ code: "rate_limited", details: { retry_after: 6 } });
    await expect(loop.compute("neighbour", computation("served", 1, 1))).resolves.toBe("served");
    await Promise.all(underWay);
    await expect(loop.compute("a", computation("again", 1, 1))).resolves.toBe("again");
  });
});

describe("concurrent computations", () => {
  /** Returns a queue with computations that run until the test ends them. */
  function open() {
    const loop = new FairShare(() => 0);
    const running: string[] = [];
    const ends: (() => void)[] = [];
    const begin = (name: string) =>
      void loop.compute(name, () => {
        running.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    const endFirst = async () => {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { running, begin, endFirst };
  }

  test("are at most two of a business and six in the process; the next one begins when one ends", async () => {
    const { running, begin, endFirst } = open();
    for (const name of "aaabbbcccddd") begin(name);
    await new Promise((resolve) => setImmediate(resolve));
    expect(running.join("")).toBe("aabbcc");
    await endFirst();
    expect(running.join("")).toBe("aabbcca");
    for (let ended = 0; ended < 11; ended++) await endFirst();
    expect(running.toSorted().join("")).toBe("aaabbbcccddd");
  });

  test("end by an error like by a result", async () => {
    const loop = new FairShare(() => 0);
    const fail = () => loop.compute("a", () => Promise.reject(new Error("wrong")));
    for (let number = 0; number < 5; number++) await expect(fail()).rejects.toThrow("wrong");
    await expect(loop.compute("a", async () => "served")).resolves.toBe("served");
  });
});
