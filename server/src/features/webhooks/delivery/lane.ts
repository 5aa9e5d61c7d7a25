/** Endpoints that are being served side by side. */
export interface Lane {
  /** How many more may be taken. */
  room(): number;
  /** Takes a place. */
  enter(): Place;
}

export interface LaneLimits {
  readonly prompt: number;
  readonly slow: number;
}

export interface Place {
  /** Called when a request has lasted for long: makes room for somebody else, if there are not too many of these. */
  stepAside(): void;
  leave(): void;
}

/**
 * A place counts against `prompt` until its request has proved to be slow; then against `slow`, which are many more: a
 * receiver that hangs costs a connection and its memory, and must not cost its neighbours their turn. When there are
 * `slow` of those already, it stays where it is.
 */
export function openLane(limits: LaneLimits): Lane {
  let prompt = 0;
  let slow = 0;
  return {
    room: () => limits.prompt - prompt,
    enter() {
      let isSlow = false;
      prompt++;
      return {
        stepAside() {
          if (isSlow || slow === limits.slow) return;
          isSlow = true;
          prompt--;
          slow++;
        },
        leave() {
          if (isSlow) slow--;
          else prompt--;
        },
      };
    },
  };
}
