import { calendarTexts } from "@daybook/i18n/calendar";
import { Anchor, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import classes from "./AppointmentPanel.module.css";

const NOTES_SHOWN = 2;
const PHOTOS_SHOWN = 4;
/** The refetch interval of photos in milliseconds. Photo URLs expire ten minutes after the server has created them. */
const LINKS_FRESH_MS = 8 * 60_000;

/** Shows a client's first notes (pinned notes come first) and newest photos, with links to the client's file. */
export function ClientPreview({ clientId }: { readonly clientId: string }) {
  const t = useText(calendarTexts);
  const { id: business } = useBusiness();
  const path = { business, client: clientId };
  const { data: notes } = useQuery({
    queryKey: [business, "notes", clientId, "preview"],
    queryFn: async () => (await api.clients.listNotes({ path, query: { limit: NOTES_SHOWN } })).items,
  });
  const { data: photos } = useQuery({
    queryKey: [business, "photos", clientId, "preview"],
    queryFn: async () => (await api.clients.listPhotos({ path, query: { limit: PHOTOS_SHOWN } })).items,
    staleTime: LINKS_FRESH_MS,
    refetchInterval: LINKS_FRESH_MS,
  });
  const link = (name: "clientFile" | "clientNotes" | "clientPhotos", tab?: string) => (
    <Anchor
      size="sm"
      renderRoot={(props) => (
        <Link
          to={`/${business}/clients/${clientId}` as never}
          search={(tab === undefined ? {} : { tab }) as never}
          {...props}
        />
      )}
    >
      {t(name)}
    </Anchor>
  );
  return (
    <Stack gap="xs">
      <Group gap="md">
        {link("clientFile")}
        {link("clientNotes", "notes")}
        {link("clientPhotos", "photos")}
      </Group>
      {notes?.map(({ id, text }) => (
        <Group key={id} gap="xs" wrap="nowrap" align="flex-start">
          <Icon name="note" size={16} />
          <Text size="sm" lineClamp={3} className={classes.clientNote}>
            {text}
          </Text>
        </Group>
      ))}
      {photos !== undefined && photos.length > 0 && (
        <ul className={classes.photos} aria-label={t("clientPhotos")}>
          {photos.map(({ id, thumbnail_url, caption }) => (
            <li key={id}>
              <img src={thumbnail_url} alt={caption ?? ""} width={72} height={72} loading="lazy" />
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}
