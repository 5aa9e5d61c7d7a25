import { useSyncExternalStore } from "react";

/**
 * The pending sign-in after a session has ended. Requests with a 401 response wait for the sign-in and are then repeated, so that no input
 * is lost.
 */
let renewal: PromiseWithResolvers<void> | undefined;
const listeners = new Set<() => void>();

/** Resolves when the user has signed in again. */
export function sessionRenewed(): Promise<void> {
  if (renewal === undefined) {
    renewal = Promise.withResolvers();
    notify();
  }
  return renewal.promise;
}

export function renewSession(): void {
  renewal?.resolve();
  renewal = undefined;
  notify();
}

/** Whether requests wait for the user to sign in again. */
export function useIsSessionExpired(): boolean {
  return useSyncExternalStore(subscribe, () => renewal !== undefined);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}
