import type { OperationName } from "@daybook/sdk";
import { useCallback, useRef, useState } from "react";
import { useBusiness } from "../base/business.tsx";
import { refresh, type Table, writing } from "../base/queries.ts";
import { useFieldErrorsOf } from "./fieldErrors.ts";

export interface Write<Input, Output> {
  /** Sends the request, unless another request is running. After a failure, resolves to undefined and sets `error`. */
  readonly send: (input: Input) => Promise<Output | undefined>;
  readonly isSending: boolean;
  readonly error: unknown;
  readonly clear: () => void;
}

/** Sends a write with its idempotency key. */
export type RunWrite<Input, Output> = (
  input: Input,
  sent: { readonly idempotencyKey: string },
) => Promise<Output>;

/**
 * Sends writes to the API. Until a write succeeds, sending the same input again uses the same idempotency key, so that the server executes
 * a retry after a lost response only once. A successful write invalidates the queries of the tables in `changes`. `onFields`, usually
 * `form.setErrors`, receives field errors.
 */
export function useWrite<Input, Output>(options: {
  readonly operation: OperationName;
  readonly run: RunWrite<Input, Output>;
  readonly changes: readonly Table[];
  readonly onFields?: (errors: Readonly<Record<string, string>>) => void;
}): Write<Input, Output> {
  const { id } = useBusiness();
  const fieldErrorsOf = useFieldErrorsOf();
  const [state, setState] = useState<{ isSending: boolean; error: unknown }>({
    isSending: false,
    error: undefined,
  });
  const running = useRef(false);
  const attempt = useRef<{ text: string; key: string } | undefined>(undefined);
  const send = async (input: Input) => {
    if (running.current) return undefined;
    running.current = true;
    setState({ isSending: true, error: undefined });
    const text = JSON.stringify(input) ?? "";
    if (attempt.current?.text !== text) attempt.current = { text, key: crypto.randomUUID() };
    try {
      const { key: idempotencyKey } = attempt.current;
      const output = await writing(options.changes, () => options.run(input, { idempotencyKey }));
      attempt.current = undefined;
      setState({ isSending: false, error: undefined });
      void refresh(id, options.changes);
      return output;
    } catch (error) {
      const fields = fieldErrorsOf(error);
      if (fields !== undefined) options.onFields?.(fields);
      setState({ isSending: false, error });
      return undefined;
    } finally {
      running.current = false;
    }
  };
  const clear = useCallback(() => setState({ isSending: false, error: undefined }), []);
  return { send, ...state, clear };
}
