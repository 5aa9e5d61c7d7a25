import { signInTexts } from "@daybook/i18n/signIn";
import { Anchor, Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useText } from "../../../base/language.tsx";
import { queryClient } from "../../../base/queries.ts";
import { useScreenSearch } from "../../../base/search.ts";
import { EntrancePage } from "./EntrancePage.tsx";
import { SignInForm } from "./SignInForm.tsx";

export default function SignInPage() {
  const t = useText(signInTexts);
  const [{ to }] = useScreenSearch();
  const enter = () => {
    queryClient.clear();
    // Accepts only paths of the app, because an absolute URL could redirect to another site.
    window.location.assign(
      to?.startsWith("/app/") ? to : to?.startsWith("/") && !to.startsWith("//") ? `/app${to}` : "/app",
    );
  };
  return (
    <EntrancePage title={t("title")}>
      <SignInForm onSignedIn={enter} />
      <Group justify="space-between" gap="xs">
        <Anchor component={Link} to="/forgotten-password" size="sm">
          {t("forgotten")}
        </Anchor>
        <Text size="sm">
          {t("noAccount")}{" "}
          <Anchor component={Link} to="/sign-up" size="sm" underline="always">
            {t("signUp")}
          </Anchor>
        </Text>
      </Group>
    </EntrancePage>
  );
}
