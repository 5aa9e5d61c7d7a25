import type { Socket } from "node:net";
import type { OutboundPolicy } from "./addresses.ts";
import type { LookUp } from "./lookUp.ts";
import { safeConnect } from "./safeConnect.ts";

const TIMEOUT_MS = 3_000;

/** Returns whether a TCP connection to any of these hosts succeeds at an allowed address. Sends no data. */
export async function canConnect(
  urls: readonly string[],
  options: { readonly policy: OutboundPolicy; readonly ask: LookUp },
): Promise<boolean> {
  const connect = safeConnect({ ...options, timeoutMs: TIMEOUT_MS });
  const attempts = urls.map(
    (url) =>
      new Promise<void>((resolve, reject) => {
        const { protocol, hostname, host, port } = new URL(url);
        const timer = setTimeout(() => reject(new Error("The connection timed out.")), TIMEOUT_MS);
        const target = {
          protocol: "http:",
          hostname,
          host,
          port: port || (protocol === "https:" ? "443" : "80"),
        };
        connect(target, (error: Error | null, socket: Socket | null) => {
          clearTimeout(timer);
          socket?.destroy();
          if (error === null) resolve();
          else reject(error);
        });
      }),
  );
  return Promise.any(attempts).then(
    () => true,
    () => false,
  );
}
