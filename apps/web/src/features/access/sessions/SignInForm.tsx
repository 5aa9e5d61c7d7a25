import { signInTexts } from "@daybook/i18n/signIn";
import { ApiError } from "@daybook/sdk";
import { Alert, Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { sessionApi } from "../../../base/api.ts";
import { useText } from "../../../base/language.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";

/** Signs a user in with an e-mail address and a password. */
export function SignInForm({
  email = "",
  onSignedIn,
}: {
  readonly email?: string;
  readonly onSignedIn: (email: string) => void;
}) {
  const t = useText(signInTexts);
  const form = useForm({ initialValues: { email, password: "" } });
  const [error, setError] = useState<unknown>();
  const [isSending, setSending] = useState(false);
  const submit = async (values: { readonly email: string; readonly password: string }) => {
    setSending(true);
    setError(undefined);
    try {
      await sessionApi.signIn({ email: values.email.trim(), password: values.password });
      onSignedIn(values.email.trim());
    } catch (failure) {
      setError(failure);
    } finally {
      setSending(false);
    }
  };
  const isWrong = error instanceof ApiError && (error.status === 401 || error.status === 422);
  return (
    <form onSubmit={form.onSubmit((values) => void submit(values))}>
      <Stack>
        <TextInput
          label={t("email")}
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          data-autofocus={email === "" || undefined}
          readOnly={email !== ""}
          {...form.getInputProps("email")}
        />
        <PasswordInput
          label={t("password")}
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus={email !== "" || undefined}
          visibilityToggleButtonProps={{ "aria-label": t("showPassword"), "aria-hidden": false, tabIndex: 0 }}
          {...form.getInputProps("password")}
        />
        {isWrong ? (
          <Alert color="red" role="alert">
            {t("wrong")}
          </Alert>
        ) : (
          <ProblemNote error={error} />
        )}
        <Button type="submit" loading={isSending}>
          {t("signIn")}
        </Button>
      </Stack>
    </form>
  );
}
