import { utcOrNull, utcText } from "@daybook/engine";
import type { PhotoStorage } from "./photoStorage.ts";
import type { PhotoRecord } from "./schema.ts";
import type { PhotoRow } from "./store.ts";

/** Converts a photo row to its API record. Its URLs are valid for ten minutes from `now`. */
export function photoRecord(
  storage: PhotoStorage,
  businessId: string,
  row: PhotoRow,
  now: number,
): PhotoRecord {
  return {
    id: row.id,
    client_id: row.client_id,
    appointment_id: row.appointment_id,
    stage: row.stage,
    taken_at: utcText(row.taken_at),
    caption: row.caption,
    image_use_consent: {
      given: row.consent_given,
      date: row.consent_on,
      scope: row.consent_scope,
      withdrawn_at: utcOrNull(row.consent_withdrawn_at),
    },
    ...storage.urlsOf({ businessId, photoId: row.id }, now),
    created_at: utcText(row.created_at),
    updated_at: utcText(row.updated_at),
  };
}
