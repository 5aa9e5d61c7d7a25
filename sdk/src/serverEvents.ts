export interface ServerEvent {
  readonly event: string;
  readonly id?: string;
  readonly data: string;
}

/** Reads server-sent events until the stream ends. Calls `onBytes` for every chunk, including comments. */
export async function readEvents(
  stream: ReadableStream<Uint8Array>,
  onEvent: (event: ServerEvent) => void,
  onBytes: () => void,
): Promise<void> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onBytes();
    text += decoder.decode(value, { stream: true });
    const blocks = text.split("\n\n");
    // The last block is incomplete until its empty line arrives.
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = eventIn(block);
      if (event !== undefined) onEvent(event);
    }
  }
}

/** Parses a block of lines. Returns undefined for a block without data, which is a comment. */
function eventIn(block: string): ServerEvent | undefined {
  const fields = new Map<string, string>();
  for (const line of block.split("\n")) {
    const colon = line.indexOf(": ");
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 2));
  }
  const data = fields.get("data");
  if (data === undefined) return undefined;
  const id = fields.get("id");
  return { event: fields.get("event") ?? "message", data, ...(id === undefined ? {} : { id }) };
}
