import { picturesTexts } from "@daybook/i18n/pictures";
import type { OperationName } from "@daybook/sdk";
import { Button, FileButton, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useText } from "../base/language.tsx";
import type { Table } from "../base/queries.ts";
import { ActionButton } from "./ActionButton.tsx";
import classes from "./PictureField.module.css";
import { ProblemNote } from "./ProblemNote.tsx";
import { useBlockedReason } from "./useBlockedReason.ts";
import { useWrite } from "./useWrite.ts";

interface PictureOperation {
  readonly operation: OperationName;
  readonly run: (file: File) => Promise<unknown>;
}

/** Shows a picture with buttons that upload another one and delete it; both take effect at once. */
export function PictureField({
  label,
  hint,
  hasPicture,
  changes,
  replace,
  remove,
  children,
}: {
  readonly label: string;
  readonly hint: string;
  readonly hasPicture: boolean;
  readonly changes: readonly Table[];
  readonly replace: PictureOperation;
  readonly remove: { readonly operation: OperationName; readonly run: () => Promise<unknown> };
  /** The picture or its placeholder. */
  readonly children: ReactNode;
}) {
  const t = useText(picturesTexts);
  const blocked = useBlockedReason(replace.operation);
  const upload = useWrite({ operation: replace.operation, changes, run: replace.run });
  const removal = useWrite({ operation: remove.operation, changes, run: remove.run });
  const send = (file: File | null) => {
    if (file === null) return;
    removal.clear();
    void upload.send(file);
  };
  return (
    <section aria-label={label} className={classes.field}>
      {children}
      <div className={classes.about}>
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
        <Group gap="xs" mt={6}>
          <FileButton
            accept="image/jpeg,image/png,image/webp,image/heic"
            disabled={blocked !== undefined}
            onChange={send}
          >
            {(props) => (
              <Button
                {...props}
                size="compact-sm"
                variant="default"
                loading={upload.isSending}
                data-operation={replace.operation}
                data-disabled={blocked !== undefined}
                aria-disabled={blocked !== undefined}
                title={blocked}
              >
                {t(hasPicture ? "replace" : "upload")}
              </Button>
            )}
          </FileButton>
          {hasPicture && (
            <ActionButton
              operation={remove.operation}
              size="compact-sm"
              variant="default"
              loading={removal.isSending}
              onClick={() => {
                upload.clear();
                void removal.send(undefined);
              }}
            >
              {t("remove")}
            </ActionButton>
          )}
        </Group>
        <ProblemNote error={upload.error ?? removal.error} />
      </div>
    </section>
  );
}
