import type { Photo } from "@daybook/sdk";
import { useRef, useState } from "react";
import { useBusiness } from "../../../base/business.tsx";
import { refresh } from "../../../base/queries.ts";
import { apiWithProgress } from "../../../base/uploadProgress.ts";

export interface UploadTerms {
  readonly stage: Photo["stage"];
  readonly isGiven: boolean;
  readonly scope: Photo["image_use_consent"]["scope"];
  readonly date: string;
}

export interface Upload {
  readonly key: string;
  readonly file: File;
  readonly terms: UploadTerms;
  /** The uploaded fraction, from 0 to 1. */
  readonly share: number;
  readonly error?: unknown;
}

/**
 * Uploads photos one after another and reports the progress of each photo. A failed upload stays in the list. A retry uses the
 * same idempotency key, so that a retry after a lost response does not create a second photo.
 */
export function useUploads(client: string) {
  const { id: business } = useBusiness();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const queue = useRef(Promise.resolve());
  const set = (key: string, patch: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...patch } : each)));
  const drop = (key: string) => setUploads((all) => all.filter((each) => each.key !== key));
  const send = async ({ key, file, terms }: Upload) => {
    set(key, { share: 0, error: undefined });
    try {
      const { stage, isGiven, scope, date } = terms;
      await apiWithProgress((share) => set(key, { share })).photos.upload({
        path: { business, client },
        file,
        stage,
        taken_at: new Date(file.lastModified || Date.now()).toISOString(),
        consent: { given: isGiven, date, scope: isGiven ? scope : "record" },
        idempotencyKey: key,
      });
      drop(key);
      await refresh(business, ["photos"]);
    } catch (error) {
      set(key, { error });
    }
  };
  const enqueue = (upload: Upload) => {
    queue.current = queue.current.then(() => send(upload));
  };
  return {
    uploads,
    drop,
    retry: enqueue,
    add: (files: readonly File[], terms: UploadTerms) => {
      const added = files.map((file) => ({ key: crypto.randomUUID(), file, terms, share: 0 }));
      setUploads((all) => [...all, ...added]);
      for (const upload of added) enqueue(upload);
    },
  };
}
