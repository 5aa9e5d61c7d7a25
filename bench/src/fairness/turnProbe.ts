// The server preloads this module with `--import`. The module measures the iterations of the server's event loop in CPU
// time of the main thread, which excludes other processes. It replies to each message of the parent process with the
// longest iteration since the last message.

let longestMs = 0;
let before = process.threadCpuUsage();

// A timer of one millisecond fires in every iteration that has work.
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
