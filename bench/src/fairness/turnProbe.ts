// Loaded into the server by `--import`: measures the turns of its event loop, in CPU time of the main thread, so that other
// processes on the machine do not count. Replies to each message of the parent process with the longest turn since the last one.

let longestMs = 0;
let before = process.threadCpuUsage();

// A timer of one millisecond fires in every turn that has work.
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
