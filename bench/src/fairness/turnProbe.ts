// Loaded into the server by `--import`: measures the turns of its event loop, in CPU time of the main thread, so that other
// processes on the machine do not count. Returns the longest turn since the last question to the process that started it.

let longestMs = 0;
let before = process.threadCpuUsage();

// A timer of a millisecond runs in every turn that has work.
setInterval(() => {
  const { user, system } = process.threadCpuUsage(before);
  before = process.threadCpuUsage();
  longestMs = Math.max(longestMs, (user + system) / 1000);
}, 1).unref();

process.on("message", () => {
  process.send?.(longestMs);
  longestMs = 0;
});
process.channel?.unref();
