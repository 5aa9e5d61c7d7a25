import type { ReceivedRequest } from "../../server/test/fixtures/receiver.ts";
import type { Operation, Trigger } from "../shared/definition.ts";
import type { Inputs } from "./cases.ts";

export type Records = readonly Readonly<Record<string, unknown>>[];

/** The data of a connector's connection to a business. */
export interface Site {
  readonly address: string;
  readonly key: string;
  readonly businessId: string;
}

/** A webhook that a trigger has registered in Daybook. */
export interface Subscription {
  /** Passes a delivery to the trigger. Returns the bundle for the next step of the user's workflow. */
  receive(request: ReceivedRequest): Promise<unknown>;
  remove(): Promise<void>;
}

export interface Dropdown {
  readonly key: string;
  /** The scope that the dropdown's requests need. */
  readonly scope: string;
}

/** A connector that runs in its platform's engine. If the platform publishes no engine, the connector runs in Daybook's interpreter. */
export interface Platform {
  readonly name: string;
  readonly lists: readonly Dropdown[];
  /** True if a step that reads a missing record succeeds without a record; false if the step fails. */
  readonly continuesWithoutRecord: boolean;
  run(site: Site, operation: Operation, inputs: Inputs): Promise<Records>;
  list(site: Site, key: string): Promise<Records>;
  subscribe(site: Site, trigger: Trigger, url: string): Promise<Subscription>;
  /** Returns the message that the platform shows for an error. */
  messageOf(error: Error): string;
}
