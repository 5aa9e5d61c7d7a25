/**
 * The three phases of an item, in whole minutes, one after another. The initial and finishing phases keep the staff member
 * busy; the processing phase, in which a colour or treatment takes effect, leaves the staff member free (contract §5).
 */
export interface Phases {
  readonly initialMinutes: number;
  readonly processingMinutes: number;
  readonly finishingMinutes: number;
}

/** Returns the minutes from the start of the item to its end, without buffers. */
export function durationOf(phases: Phases): number {
  return phases.initialMinutes + phases.processingMinutes + phases.finishingMinutes;
}

/**
 * Returns the phases lengthened or shortened to a duration, for a resize and for staff whose duration differs from the service's.
 * A longer duration extends the finishing phase if there is one, otherwise the initial phase. A shorter duration
 * shortens finishing first, then processing, then initial (contract §5). The result has at least one minute.
 */
export function withDuration(phases: Phases, minutes: number): Phases {
  const growth = Math.max(1, minutes) - durationOf(phases);
  if (growth === 0) return phases;
  return growth > 0 ? grown(phases, growth) : shrunk(phases, -growth);
}

function grown(phases: Phases, growth: number): Phases {
  return phases.finishingMinutes > 0
    ? { ...phases, finishingMinutes: phases.finishingMinutes + growth }
    : { ...phases, initialMinutes: phases.initialMinutes + growth };
}

function shrunk(phases: Phases, loss: number): Phases {
  const fromFinishing = Math.min(loss, phases.finishingMinutes);
  const fromProcessing = Math.min(loss - fromFinishing, phases.processingMinutes);
  return {
    initialMinutes: phases.initialMinutes - (loss - fromFinishing - fromProcessing),
    processingMinutes: phases.processingMinutes - fromProcessing,
    finishingMinutes: phases.finishingMinutes - fromFinishing,
  };
}
