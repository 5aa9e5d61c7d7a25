import { shellTexts } from "@daybook/i18n/shell";
import { signInTexts } from "@daybook/i18n/signIn";
import { Badge, Button, Stack, Text } from "@mantine/core";
import { Link, useLoaderData, useSearch } from "@tanstack/react-router";
import type { Me } from "../../../base/api.ts";
import { sessionApi } from "../../../base/api.ts";
import { useText } from "../../../base/language.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { ROLE_KEYS } from "../../../ui/useBlockedReason.ts";
import classes from "./EntrancePage.module.css";
import { EntrancePage } from "./EntrancePage.tsx";

export default function ChooseBusinessPage() {
  const t = useText(signInTexts);
  const shell = useText(shellTexts);
  const me = useLoaderData({ strict: false }) as Me;
  // The pairing code from the link in a tablet's QR code.
  const { pair } = useSearch({ strict: false }) as { readonly pair?: string };
  const isAlone = me.memberships.length === 0;
  return (
    <EntrancePage title={t(isAlone ? "noBusiness" : "chooseTitle")}>
      {isAlone && <Text>{t("noBusinessHint", { email: me.email })}</Text>}
      <Stack gap="xs">
        {me.memberships.map(({ business_id, business_name, sandbox, role }) => (
          <Link
            key={business_id}
            to={(pair === undefined ? `/${business_id}` : `/${business_id}/settings/kiosks`) as never}
            search={(pair === undefined ? {} : { code: pair }) as never}
            className={classes.choice}
          >
            <span>
              <Text fw={600}>
                {business_name}{" "}
                {sandbox && (
                  <Badge variant="default" tt="none">
                    {shell("sandbox")}
                  </Badge>
                )}
              </Text>
              <Text size="sm" c="dimmed">
                {shell(ROLE_KEYS[role])}
              </Text>
            </span>
            <Icon name="right" />
          </Link>
        ))}
      </Stack>
      {isAlone && (
        <Button component={Link} {...({ to: "/new" } as object)}>
          {t("newBusiness")}
        </Button>
      )}
      <Button
        variant="default"
        onClick={() => void sessionApi.signOut().then(() => window.location.assign("/app/sign-in"))}
      >
        {shell("signOut")}
      </Button>
    </EntrancePage>
  );
}
