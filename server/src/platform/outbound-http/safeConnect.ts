import { isIP, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { isReachable, isReservedName, type OutboundPolicy } from "./addresses.ts";
import { limitAnswers } from "./limitAnswers.ts";
import type { LookUp } from "./lookUp.ts";

/** The connection was not made, because of where it would have led. */
export class ForbiddenAddress extends Error {
  readonly code = "EFORBIDDENADDRESS";
}

/**
 * A connector that checks three times: the address that the URL spells out (for which nothing is ever looked up), every
 * address that the name has at this moment, and whom the socket is connected to in the end. One forbidden address among
 * those of a name is enough to refuse it. What was checked is what is connected to: the name is not asked again.
 */
export function safeConnect(options: {
  readonly policy: OutboundPolicy;
  readonly ask: LookUp;
  readonly timeoutMs: number;
}): buildConnector.connector {
  const { policy, ask, timeoutMs } = options;
  const connect = buildConnector({ timeout: timeoutMs, allowH2: false, lookup: checkedLookUp(policy, ask) });
  return (asked, callback) => {
    const host = asked.hostname.startsWith("[") ? asked.hostname.slice(1, -1) : asked.hostname;
    const isOurs =
      isIP(host) === 0 ? isReservedName(host) && !policy.allowPrivate : !isReachable(host, policy);
    if (isOurs) return void callback(new ForbiddenAddress(), null);
    connect({ ...asked, hostname: host }, (...answer) => {
      const [error, socket] = answer;
      if (error !== null) return callback(error, null);
      // Without an address it is over already, which its first use will show.
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
          callback(Object.assign(new Error("no address"), { code: "ENOTFOUND" }), "");
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
