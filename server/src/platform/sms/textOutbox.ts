import { setTimeout as pause } from "node:timers/promises";
import { isInSandbox } from "../businessTime.ts";
import { isDryRun } from "../database/index.ts";
import { type TextMessage, TextNotSent, type TextSender } from "./textSender.ts";

/** Sends text messages that must not be stored, such as codes. */
export interface TextOutbox {
  /**
   * Sends a text message and returns whether it was sent. Logs failures without the phone number. Sends nothing in a sandbox
   * (returns false) and in a dry run (returns true).
   */
  deliver(message: TextMessage): Promise<boolean>;
}

/** The delays before a failed message is sent again. They are short, because a code is valid for ten minutes and the visitor waits. */
const RETRIES_MS = [1_000, 5_000, 15_000];

/** Opens an outbox that sends text messages immediately and retries after temporary failures. */
export function openTextOutbox(
  sender: TextSender,
  options: {
    readonly log: (message: string, error: unknown) => void;
    readonly retriesMs?: readonly number[];
  },
): TextOutbox {
  const { log, retriesMs = RETRIES_MS } = options;
  return {
    async deliver(message) {
      if (isInSandbox()) return false;
      if (isDryRun()) return true;
      for (let attempt = 0; ; attempt++) {
        try {
          await sender.send(message);
          return true;
        } catch (error) {
          const waitMs = retriesMs[attempt];
          const isRetried = error instanceof TextNotSent && error.outcome === "retry";
          if (!isRetried || waitMs === undefined) {
            log("a text message could not be sent", new Error(reasonOf(error)));
            return false;
          }
          await pause(waitMs, undefined, { ref: false });
        }
      }
    },
  };
}

function reasonOf(error: unknown): string {
  return error instanceof TextNotSent ? `${error.outcome}: ${error.code}` : "unexpected error";
}
