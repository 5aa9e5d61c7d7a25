export { bufferedLines } from "./bufferedLines.ts";
export { type Log, type LogLevel, type LogStream, logOptions, openLog } from "./log.ts";
