import { signInTexts } from "@daybook/i18n/signIn";
import { Anchor, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { Me } from "../base/api.ts";
import { useText } from "../base/language.tsx";
import { renewSession } from "../base/sessionExpiry.ts";
import { SignInForm } from "../features/access/sessions/SignInForm.tsx";
import { Dialog } from "../ui/Dialog.tsx";

/**
 * Asks the user to sign in again when the session has ended. The page below the dialog stays mounted. If the same user signs
 * in, the app sends the waiting requests. If another user signs in, the app reloads the page.
 */
export default function SessionDialog() {
  const t = useText(signInTexts);
  const me = useQueryClient().getQueryData<Me>(["me"]);
  return (
    <Dialog name="session" title={t("expiredTitle")} size="sm" isOpen isClosable={false} onClose={() => {}}>
      <Stack>
        <Text size="sm">{t("expiredHint")}</Text>
        <SignInForm
          email={me?.email ?? ""}
          onSignedIn={(email) =>
            me === undefined || email === me.email ? renewSession() : window.location.assign("/app")
          }
        />
        <Anchor href="/app/sign-in" size="sm">
          {t("otherUser")}
        </Anchor>
      </Stack>
    </Dialog>
  );
}
