import pg from "pg";
import { atEndOfTurn } from "../endOfTurn.ts";
import type { Command, CommandResult } from "./trip.ts";

interface LookUp {
  readonly command: Command;
  readonly result: PromiseWithResolvers<CommandResult>;
}

/**
 * Sends the lookups of one turn of the event loop together, in one trip on one connection (decision 98). A request thus reads
 * its API key and the versions of its data in one round trip, together with all requests whose bytes arrived meanwhile.
 *
 * Each lookup is sent after the call of `send`, so it sees everything that was committed before the call.
 */
export class LookUps {
  readonly #sendAll: (commands: readonly Command[]) => Promise<CommandResult[]>;
  #waiting: LookUp[] = [];

  constructor(sendAll: (commands: readonly Command[]) => Promise<CommandResult[]>) {
    this.#sendAll = sendAll;
  }

  send(command: Command): Promise<CommandResult> {
    const result = Promise.withResolvers<CommandResult>();
    if (this.#waiting.length === 0) atEndOfTurn(() => void this.#sendWaiting());
    this.#waiting.push({ command, result });
    return result.promise;
  }

  async #sendWaiting(): Promise<void> {
    const lookUps = this.#waiting;
    this.#waiting = [];
    try {
      const results = await this.#sendAll(lookUps.map(({ command }) => command));
      lookUps.forEach(({ result }, index) => void result.resolve(results[index] as CommandResult));
    } catch (error) {
      // The statement of one lookup failed, and PostgreSQL rolled all of them back. Each lookup is sent again on its own.
      if (error instanceof pg.DatabaseError && lookUps.length > 1)
        for (const { command, result } of lookUps) result.resolve(this.#alone(command));
      else for (const { result } of lookUps) result.reject(error);
    }
  }

  async #alone(command: Command): Promise<CommandResult> {
    const [result] = await this.#sendAll([command]);
    return result as CommandResult;
  }
}
