import { randomBytes } from "node:crypto";
import type { RouteSettings } from "./allRoutes.ts";
import type { AppOptions } from "./appOptions.ts";
import { openHub } from "./features/business/index.ts";
import { createPhotoStorage } from "./features/clients/index.ts";
import { trueDatabaseClock } from "./kernel/clock.ts";
import { temporaryBlobs } from "./platform/blobs/index.ts";
import { createEncryption } from "./platform/encryption.ts";
import { openTextOutbox } from "./platform/sms/index.ts";

/** The dependencies of the routes of one server. */
export interface OpenRouteSettings extends RouteSettings {
  readonly secret: string;
  /** Ends the event streams, so that the server can close. */
  endStreams(): void;
  /** Deletes the temporary photo storage. */
  close(): Promise<void>;
}

/** Opens the dependencies of the routes. Options that are absent have their defaults. */
export function openRouteSettings(
  options: AppOptions,
  { address, log }: { readonly address: () => string; readonly log: NonNullable<AppOptions["log"]> },
): OpenRouteSettings {
  const { database, drain, publishableKey, textSender, paymentProvider = null } = options;
  const secret = options.secret ?? randomBytes(32).toString("hex");
  const temporary = temporaryBlobs();
  const changesHub = openHub({ database, log, isEnding: () => drain?.isDraining === true });
  return {
    secret,
    webhooks: {
      encryption: createEncryption(secret),
      policy: options.webhooks ?? { allowPrivate: false, allowHttp: false },
      databaseClock: options.databaseClock ?? trueDatabaseClock,
    },
    paymentProvider,
    publishableKey,
    textOutbox: textSender == null ? null : openTextOutbox(textSender, { log }),
    photoStorage: createPhotoStorage({ blobs: options.blobs ?? temporary.blobs, secret, address }),
    changesHub,
    log,
    endStreams: () => changesHub.close(),
    close: () => temporary.close(),
  };
}
