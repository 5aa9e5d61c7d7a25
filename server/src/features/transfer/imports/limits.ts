/** The maximum number of characters of an id in another program; a longer id is truncated. */
export const MAX_EXTERNAL_ID = 200;

/** The maximum number of characters of a note about a client or an appointment. */
export const MAX_NOTE = 10_000;
