import { useRef, useState } from "preact/hooks";

/**
 * Returns `send`, which runs a request unless a request is already running, and `isSending`, which is true during a request.
 * Passes errors to `onError`.
 */
export function useSend(onError: (error: unknown) => void): {
  readonly isSending: boolean;
  readonly send: (work: () => Promise<void>) => void;
} {
  const [isSending, setSending] = useState(false);
  const running = useRef(false);
  const send = (work: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setSending(true);
    work()
      .catch(onError)
      .finally(() => {
        running.current = false;
        setSending(false);
      });
  };
  return { isSending, send };
}
