import { connectToBusiness } from "./apiClient.ts";
import type { TriggerCommand } from "./commandLine.ts";

/** `daybook trigger`: triggers an event in a sandbox, and prints the id of its record. */
export async function triggerEvent(command: TriggerCommand): Promise<void> {
  const client = await connectToBusiness(command);
  const { type } = command;
  const triggered = (await client.send("POST", "/test-events", { type })) as { record_id: string };
  console.log(`${type} ${triggered.record_id}`);
}
