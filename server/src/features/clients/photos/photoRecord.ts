import { utcOrNull, utcText } from "@daybook/engine";
import type { Album } from "./album.ts";
import type { PhotoRecord } from "./schema.ts";
import type { PhotoRow } from "./store.ts";

/** A photo as it is answered at this moment: its address opens it for ten minutes from now on. */
export function photoRecord(album: Album, businessId: string, row: PhotoRow, now: number): PhotoRecord {
  const { id, consent_withdrawn_at: withdrawnAt } = row;
  return {
    id,
    client_id: row.client_id,
    appointment_id: row.appointment_id,
    stage: row.stage,
    taken_at: utcText(row.taken_at),
    image_use_consent: {
      given: row.consent_given,
      date: row.consent_on,
      scope: row.consent_scope,
      withdrawn_at: utcOrNull(withdrawnAt),
    },
    ...album.linkTo({ businessId, id }, now),
    created_at: utcText(row.created_at),
    updated_at: utcText(row.updated_at),
  };
}
