import { isIP, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { isReachable, isReservedName, type OutboundPolicy } from "./addresses.ts";
import { limitAnswers } from "./limitAnswers.ts";
import type { LookUp } from "./lookUp.ts";

/** Thrown when a connection is rejected because of its address. */
export class ForbiddenAddress extends Error {
  readonly code = "EFORBIDDENADDRESS";
}

/**
 * Returns a connector with three checks: an address in the URL (which is never resolved), every address of the host name, and the remote
 * address of the connected socket. Rejects a name if any of its addresses is forbidden. Connects to the checked addresses, so the name is
 * not resolved again.
 */
export function safeConnect(options: {
  readonly policy: OutboundPolicy;
  readonly ask: LookUp;
  readonly timeoutMs: number;
}): buildConnector.connector {
  const { policy, ask, timeoutMs } = options;
  const connect = buildConnector({ timeout: timeoutMs, allowH2: false, lookup: checkedLookUp(policy, ask) });
  return (target, callback) => {
    const host = target.hostname.startsWith("[") ? target.hostname.slice(1, -1) : target.hostname;
    const isOurs =
      isIP(host) === 0 ? isReservedName(host) && !policy.allowPrivate : !isReachable(host, policy);
    if (isOurs) return void callback(new ForbiddenAddress(), null);
    connect({ ...target, hostname: host }, (...answer) => {
      const [error, socket] = answer;
      if (error !== null) return callback(error, null);
      // A socket without a remote address is already closed, so its first use fails.
      const { remoteAddress } = socket;
      if (remoteAddress === undefined || isReachable(remoteAddress, policy)) {
        limitAnswers(socket);
        return callback(null, socket);
      }
      socket.destroy();
      callback(new ForbiddenAddress(), null);
    });
  };
}

function checkedLookUp(policy: OutboundPolicy, ask: LookUp): LookupFunction {
  return (hostname, options, callback) => {
    ask(hostname).then(
      (found) => {
        const [first] = found;
        if (first === undefined) {
          callback(Object.assign(new Error("the host name has no address"), { code: "ENOTFOUND" }), "");
        } else if (!found.every(({ address }) => isReachable(address, policy))) {
          callback(new ForbiddenAddress(), "");
        } else if (options.all) {
          callback(null, [...found]);
        } else {
          callback(null, first.address, first.family);
        }
      },
      (error) => callback(error, ""),
    );
  };
}
