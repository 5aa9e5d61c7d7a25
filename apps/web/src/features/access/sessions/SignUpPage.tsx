import { signInTexts } from "@daybook/i18n/signIn";
import { ApiError } from "@daybook/sdk";
import { Alert, Anchor, Button, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { sessionApi } from "../../../base/api.ts";
import { useText } from "../../../base/language.tsx";
import { useFieldErrorsOf } from "../../../ui/fieldErrors.ts";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { EntrancePage } from "./EntrancePage.tsx";

export default function SignUpPage() {
  const t = useText(signInTexts);
  const fieldErrorsOf = useFieldErrorsOf();
  const form = useForm({ initialValues: { name: "", email: "", password: "" } });
  const [sentTo, setSentTo] = useState<string>();
  const [error, setError] = useState<unknown>();
  const [isSending, setSending] = useState(false);
  const submit = async (values: typeof form.values) => {
    setSending(true);
    setError(undefined);
    try {
      const { user } = await sessionApi.signUp({ ...values, email: values.email.trim() });
      if (user === null) setSentTo(values.email);
      else window.location.assign("/app");
    } catch (failure) {
      form.setErrors(fieldErrorsOf(failure) ?? {});
      setError(failure);
    } finally {
      setSending(false);
    }
  };
  if (sentTo !== undefined)
    return (
      <EntrancePage title={t("checkEmail")}>
        <Text role="status">{t("signUpSent", { email: sentTo })}</Text>
      </EntrancePage>
    );
  return (
    <EntrancePage title={t("signUpTitle")}>
      <form onSubmit={form.onSubmit((values) => void submit(values))}>
        <Stack>
          <TextInput
            label={t("name")}
            autoComplete="name"
            required
            withAsterisk={false}
            {...form.getInputProps("name")}
          />
          <TextInput
            label={t("email")}
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            {...form.getInputProps("email")}
          />
          <PasswordInput
            label={t("password")}
            description={t("passwordHint")}
            autoComplete="new-password"
            required
            withAsterisk={false}
            visibilityToggleButtonProps={{
              "aria-label": t("showPassword"),
              "aria-hidden": false,
              tabIndex: 0,
            }}
            {...form.getInputProps("password")}
          />
          {error instanceof ApiError && error.status === 403 ? (
            <Alert color="red" role="alert">
              {t("byInvitation")}
            </Alert>
          ) : (
            <ProblemNote error={error} />
          )}
          <Button type="submit" loading={isSending}>
            {t("signUp")}
          </Button>
        </Stack>
      </form>
      <Text size="sm">
        {t("haveAccount")}{" "}
        <Anchor component={Link} to="/sign-in" size="sm" underline="always">
          {t("signIn")}
        </Anchor>
      </Text>
    </EntrancePage>
  );
}
