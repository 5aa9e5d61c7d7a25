import { signInTexts } from "@daybook/i18n/signIn";
import { Anchor, Button, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { sessionApi } from "../../../base/api.ts";
import { useText } from "../../../base/language.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { EntrancePage } from "./EntrancePage.tsx";

export default function ForgottenPasswordPage() {
  const t = useText(signInTexts);
  const form = useForm({ initialValues: { email: "" } });
  const [sentTo, setSentTo] = useState<string>();
  const [error, setError] = useState<unknown>();
  const submit = async ({ email }: { readonly email: string }) => {
    setError(undefined);
    try {
      await sessionApi.requestPasswordReset({ email: email.trim() });
      setSentTo(email);
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <EntrancePage title={t("resetTitle")}>
      {sentTo === undefined ? (
        <form onSubmit={form.onSubmit((values) => submit(values))}>
          <Stack>
            <Text size="sm">{t("resetHint")}</Text>
            <TextInput
              label={t("email")}
              type="email"
              autoComplete="username"
              required
              withAsterisk={false}
              {...form.getInputProps("email")}
            />
            <ProblemNote error={error} />
            <Button type="submit" loading={form.submitting}>
              {t("sendLink")}
            </Button>
          </Stack>
        </form>
      ) : (
        <Text role="status">{t("resetSent", { email: sentTo })}</Text>
      )}
      <Anchor component={Link} to="/sign-in" size="sm">
        {t("back")}
      </Anchor>
    </EntrancePage>
  );
}
