import { shellTexts } from "@daybook/i18n/shell";
import { ApiError, type OperationName } from "@daybook/sdk";
import { Button, Group, Stack, type StackProps } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { type ComponentProps, type ReactNode, useRef, useState } from "react";
import { useText } from "../base/language.tsx";
import type { Table } from "../base/queries.ts";
import { ActionButton } from "./ActionButton.tsx";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { PanelActions } from "./PanelActions.tsx";
import { ProblemNote } from "./ProblemNote.tsx";
import { UnsavedGuard } from "./UnsavedGuard.tsx";
import { type RunWrite, useWrite } from "./useWrite.ts";

/** The dialog and request that remove the record. */
interface Removal
  extends Pick<ComponentProps<typeof ConfirmDialog<true>>, "operation" | "title" | "text" | "action"> {
  /** The text of the button that opens the dialog; default: `action`. */
  readonly label?: string;
  readonly run: () => Promise<unknown>;
}

/**
 * Renders a form that creates or changes one record: the fields, the error of a failed write, and the buttons that save or
 * remove the record. Asks for confirmation before unsaved input is lost. `onDone` receives the saved record, or undefined after
 * a removal.
 */
export function RecordForm<Values, Output>({
  form,
  operation,
  changes,
  run,
  onDone,
  onFields = form.setErrors,
  keeps,
  action,
  removal,
  reload,
  isLong = false,
  children,
  ...stack
}: Omit<StackProps, "onChange"> & {
  readonly form: UseFormReturnType<Values>;
  readonly operation: OperationName;
  readonly changes: readonly Table[];
  readonly run: RunWrite<Values, Output>;
  readonly onDone: (saved: Output | undefined) => void;
  /**
   * Receives the API's field errors; default: `form.setErrors`. Needed if the form's field paths differ from the API's field
   * paths.
   */
  readonly onFields?: (errors: Readonly<Record<string, string>>) => void;
  /** The query parameter that keeps the form open (see `UnsavedGuard`). */
  readonly keeps?: string | undefined;
  /** The text of the save button; default: "Save". */
  readonly action?: string;
  /** The removal of the record; absent for a new record. */
  readonly removal?: Removal | undefined;
  /** The button that is shown if another user has changed the record. */
  readonly reload?: { readonly label: string; readonly onClick: (() => void) | undefined };
  /** Whether the buttons stay at the lower edge of the panel while the fields scroll. */
  readonly isLong?: boolean;
  readonly children: ReactNode;
}) {
  const shell = useText(shellTexts);
  const [isRemoving, setRemoving] = useState(false);
  const isSaved = useRef(false);
  const done = (saved?: Output) => {
    isSaved.current = true;
    onDone(saved);
  };
  const write = useWrite({
    operation,
    changes,
    onFields,
    run: async (values: Values, sent) => ({ saved: await run(values, sent) }),
  });
  const save = async (values: Values) => {
    const sent = await write.send(values);
    if (sent !== undefined) done(sent.saved);
  };
  const isOutdated = write.error instanceof ApiError && write.error.is("version_mismatch");
  return (
    <form onSubmit={form.onSubmit((values) => void save(values))} noValidate>
      <UnsavedGuard
        isDirty={() => !isSaved.current && form.isDirty()}
        {...(keeps === undefined ? {} : { keeps })}
      />
      <Stack {...stack}>
        {children}
        <ProblemNote error={write.error} onRetry={() => void save(form.values)} />
        <Buttons isLong={isLong} hasRemoval={removal !== undefined}>
          {removal !== undefined && (
            <ActionButton
              operation={removal.operation}
              variant="subtle"
              color="red"
              onClick={() => setRemoving(true)}
            >
              {removal.label ?? removal.action}
            </ActionButton>
          )}
          {reload !== undefined && isOutdated && (
            <Button variant="default" onClick={reload.onClick}>
              {reload.label}
            </Button>
          )}
          <ActionButton operation={operation} type="submit" loading={write.isSending}>
            {action ?? shell("save")}
          </ActionButton>
        </Buttons>
      </Stack>
      {removal !== undefined && (
        <ConfirmDialog
          name="archive"
          {...removal}
          changes={changes}
          record={isRemoving || undefined}
          onClose={() => setRemoving(false)}
          onDone={done}
        />
      )}
    </form>
  );
}

function Buttons({
  isLong,
  hasRemoval,
  children,
}: {
  readonly isLong: boolean;
  readonly hasRemoval: boolean;
  readonly children: ReactNode;
}) {
  if (isLong) return <PanelActions>{children}</PanelActions>;
  return <Group justify={hasRemoval ? "space-between" : "flex-end"}>{children}</Group>;
}
