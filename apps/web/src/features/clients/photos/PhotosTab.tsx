import { clientsTexts } from "@daybook/i18n/clients";
import type { Client } from "@daybook/sdk";
import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { allOf } from "../../../base/queries.ts";
import { EmptyNote } from "../../../ui/EmptyNote.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { BeforeAfter } from "./BeforeAfter.tsx";
import { PhotoCard } from "./PhotoCard.tsx";
import grid from "./Photos.module.css";
import { UploadForm } from "./UploadForm.tsx";

/** The refetch interval of photos in milliseconds. Photo URLs expire ten minutes after the server has created them. */
const LINKS_FRESH_MS = 8 * 60_000;

/** Shows photos of treatments, with upload, before-and-after comparison, and consent. */
export function PhotosTab({ client }: { readonly client: Client }) {
  const t = useText(clientsTexts);
  const { id: business } = useBusiness();
  const { data, error, refetch } = useQuery({
    queryKey: [business, "photos", client.id],
    queryFn: () =>
      allOf(
        api.each("/businesses/{business}/clients/{client}/photos", {
          path: { business, client: client.id },
          query: { limit: 100 },
        }),
      ),
    staleTime: LINKS_FRESH_MS,
    refetchInterval: LINKS_FRESH_MS,
  });
  return (
    <Stack gap="lg">
      <UploadForm client={client.id} />
      <ProblemNote error={error} onRetry={() => void refetch()} />
      {data?.length === 0 && <EmptyNote title={t("noPhotos")} hint={t("noPhotosHint")} />}
      {data !== undefined && <BeforeAfter photos={data} />}
      {data !== undefined && data.length > 0 && (
        <ul className={grid.grid} aria-label={t("photos")}>
          {data.map((photo) => (
            <PhotoCard key={photo.id} photo={photo} />
          ))}
        </ul>
      )}
    </Stack>
  );
}
