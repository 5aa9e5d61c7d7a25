export declare const project: string;
/**
 * Installs the packages of package-lock.json that are missing, and prints one line. Ends the process when that fails. Without
 * `tools` an installation without development tools (npm ci --omit=dev) is complete.
 */
export declare function ensureInstalled({ tools }?: {
    tools?: boolean | undefined;
}): void;
/** The Node of the lockfile, or the current one where the lockfile has none for this platform and it is new enough. */
export declare function pinnedNode(): void | string;
/**
 * The environment of a server and of the benchmarks. By default V8 lets the space for new objects grow to 64 MB and keeps
 * it. Limited to 8 MB for each half, an idle process holds 50 MB less and no request takes more CPU time (bookings, reads
 * and availability were measured with 2, 4, 8 and 16; below 8 availability gets slower). The user's own options follow
 * and take precedence.
 */
export declare const serverEnvironment: {
    NODE_OPTIONS: string;
};
/**
 * Runs a command in the project's folder and resolves to its exit code (128 + n after signal n). Signals are forwarded to
 * it. With `channel` it has an IPC channel, which closes when this process ends in any other way.
 */
export declare function run(command: any, args: any, { channel, cwd, env }?: {
    channel?: boolean | undefined;
    cwd?: string | undefined;
    env?: {} | undefined;
}): Promise<any>;
