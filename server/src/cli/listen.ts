import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { StartupError } from "../platform/startupError.ts";

/**
 * Starts accepting connections and returns the address.
 *
 * @throws {StartupError} if the address cannot be used.
 */
export async function listen(
  app: FastifyInstance,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<AddressInfo> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw refusal(error as NodeJS.ErrnoException, host, port);
  }
  return app.server.address() as AddressInfo;
}

function refusal(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code) {
    case "EADDRINUSE":
      return new StartupError(
        `Port ${port} on ${host} is in use by another program. Stop the program, or choose another port: PORT=${port + 1} npm start`,
      );
    case "EACCES":
      return new StartupError(`Port ${port} is reserved for system services. Set PORT to 1024 or higher.`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new StartupError(
        `HOST is ${host}, which is not an address of this machine. Set HOST to 127.0.0.1, 0.0.0.0 or an address of this machine.`,
      );
    default:
      return error;
  }
}
