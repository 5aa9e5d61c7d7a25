import { calendarTexts } from "@daybook/i18n/calendar";
import type { Client } from "@daybook/sdk";
import { Alert, Button, Select, Stack, TextInput } from "@mantine/core";
import type { ChangeEvent } from "react";
import { clientLabel, useClientSearch } from "../../../base/clientSearch.ts";
import { useText } from "../../../base/language.tsx";
import { Icon } from "../../../ui/Icon.tsx";

/** An existing client, or a new client to create with the appointment. */
export type ChosenClient =
  | { readonly kind: "known"; readonly client: Client }
  | { readonly kind: "new"; readonly first_name: string; readonly last_name: string; readonly phone: string };

const NEW = "new";

/**
 * Selects an existing client, or shows the fields for a new client. Searches clients by name, phone number or e-mail address
 * once two characters are typed. Shows the alert of the selected client.
 */
export function ClientField({
  chosen,
  errors,
  onChoose,
}: {
  readonly chosen: ChosenClient | undefined;
  readonly errors: Readonly<Record<string, unknown>>;
  readonly onChoose: (chosen: ChosenClient | undefined) => void;
}) {
  const t = useText(calendarTexts);
  const { typed, setTyped, found, isFetching, isSearching, isCurrent } = useClientSearch(
    chosen?.kind === "known",
  );
  const options = found.map((client) => ({ value: client.id, label: clientLabel(client) }));
  if (chosen?.kind === "known")
    options.unshift({ value: chosen.client.id, label: clientLabel(chosen.client) });
  const choose = (value: string | null) => {
    if (value === null) return onChoose(undefined);
    if (value === NEW) {
      const [first_name = "", ...rest] = typed.trim().split(/\s+/);
      const isPhone = /^\+?\d/.test(first_name);
      return onChoose({
        kind: "new",
        first_name: isPhone ? "" : first_name,
        last_name: isPhone ? "" : rest.join(" "),
        phone: isPhone ? typed.trim() : "",
      });
    }
    const client = found.find(({ id }) => id === value);
    if (client !== undefined) onChoose({ kind: "known", client });
  };
  if (chosen?.kind === "new") return <NewClientFields chosen={chosen} errors={errors} onChoose={onChoose} />;
  return (
    <Stack gap="xs">
      <Select
        label={t("client")}
        placeholder={t("clientHint")}
        data={[
          ...unique(options),
          ...(isSearching && chosen === undefined
            ? [{ value: NEW, label: t("addClient", { name: typed.trim() }) }]
            : []),
        ]}
        // Does not filter in the browser, because the server also matches fields that the options do not show.
        filter={({ options: all }) => all}
        searchable
        clearable
        data-autofocus
        // Highlights the first client when the results arrive. Until then, the only option is to add a client.
        selectFirstOptionOnChange={isCurrent}
        searchValue={chosen === undefined ? typed : clientLabel(chosen.client)}
        onSearchChange={(text) => chosen === undefined && setTyped(text)}
        value={chosen?.client.id ?? null}
        onChange={choose}
        error={errors.client_id as string | undefined}
        nothingFoundMessage={isSearching && !isFetching ? t("noClient") : undefined}
        clearButtonProps={{ "aria-label": t("clearClient") }}
      />
      {chosen?.client.alert && (
        <Alert color="red" variant="light" icon={<Icon name="alert" />}>
          {chosen.client.alert}
        </Alert>
      )}
    </Stack>
  );
}

function NewClientFields({
  chosen,
  errors,
  onChoose,
}: {
  readonly chosen: Extract<ChosenClient, { kind: "new" }>;
  readonly errors: Readonly<Record<string, unknown>>;
  readonly onChoose: (chosen: ChosenClient | undefined) => void;
}) {
  const t = useText(calendarTexts);
  const field = (name: "first_name" | "last_name" | "phone") => ({
    value: chosen[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      onChoose({ ...chosen, [name]: event.currentTarget.value }),
  });
  return (
    <fieldset style={{ border: 0, padding: 0, margin: 0 }}>
      <Stack gap="xs">
        <legend style={{ fontWeight: 600, fontSize: "0.875rem", padding: 0 }}>{t("newClient")}</legend>
        <TextInput
          label={t("firstName")}
          required
          withAsterisk={false}
          maxLength={120}
          error={errors.first_name as string}
          autoFocus={chosen.first_name === ""}
          {...field("first_name")}
        />
        <TextInput
          label={t("lastName")}
          maxLength={120}
          error={errors.last_name as string}
          {...field("last_name")}
        />
        <TextInput
          label={t("phone")}
          type="tel"
          inputMode="tel"
          error={errors.phone_e164 as string}
          autoFocus={chosen.first_name !== ""}
          {...field("phone")}
        />
        <Button variant="subtle" size="compact-sm" onClick={() => onChoose(undefined)}>
          {t("searchInstead")}
        </Button>
      </Stack>
    </fieldset>
  );
}

function unique(options: readonly { value: string; label: string }[]) {
  return options.filter(({ value }, index) => options.findIndex((other) => other.value === value) === index);
}
