import { clientsTexts } from "@daybook/i18n/clients";
import type { Client } from "@daybook/sdk";
import { ActionIcon, Anchor, Badge, Group, Stack, Text, Title } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { usePhoneText } from "../../../base/usePhoneText.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { PrivacyMenu } from "../client-privacy/PrivacyMenu.tsx";
import classes from "./ClientPage.module.css";
import { nameOf } from "./queries.ts";

/** Shows the client's name, contact details and the actions for the client's record. */
export function ClientHeader({ client, onEdit }: { readonly client: Client; readonly onEdit: () => void }) {
  const t = useText(clientsTexts);
  const { id: business } = useBusiness();
  const navigate = useNavigate();
  const phoneText = usePhoneText();
  const { phone_e164: phone, email } = client;
  return (
    <header className={classes.head}>
      <Group gap="sm" wrap="nowrap" align="flex-start" miw={0}>
        <ActionIcon
          component={Link}
          to={`/${business}/clients` as never}
          search={{} as never}
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t("back")}
        >
          <Icon name="left" />
        </ActionIcon>
        <Stack gap={4} miw={0}>
          <Group gap="xs">
            <Title order={1}>{nameOf(client)}</Title>
            {client.online_booking_blocked_at !== null && (
              <Badge variant="outline" color="red" tt="none">
                {t("badgeBlocked")}
              </Badge>
            )}
            {client.no_show_count > 0 && (
              <Badge variant="outline" color="red" tt="none">
                {t("noShows", { count: client.no_show_count })}
              </Badge>
            )}
          </Group>
          <Group gap="4px 16px">
            {client.contacts_masked === true && (
              <Text size="sm" c="dimmed">
                {t("masked")}
              </Text>
            )}
            {phone !== null && (
              <Anchor size="sm" href={`tel:${phone}`} className="numbers">
                {phoneText(phone)}
              </Anchor>
            )}
            {email !== null && (
              <Anchor size="sm" href={`mailto:${email}`}>
                {email}
              </Anchor>
            )}
          </Group>
        </Stack>
      </Group>
      <Group gap="xs">
        <ActionButton
          operation="bookAppointment"
          leftSection={<Icon name="plus" size={18} />}
          onClick={() =>
            void navigate({
              to: `/${business}/calendar` as never,
              search: { new: "now", client: client.id } as never,
            })
          }
        >
          {t("newAppointment")}
        </ActionButton>
        <ActionButton operation="updateClient" variant="default" onClick={onEdit}>
          {t("edit")}
        </ActionButton>
        <PrivacyMenu client={client} />
      </Group>
    </header>
  );
}
