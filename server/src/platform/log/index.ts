export { type Log, type LogLevel, logOptions, openLog } from "./log.ts";
