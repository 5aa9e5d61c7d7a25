import { picturesTexts } from "@daybook/i18n/pictures";
import type { OperationName } from "@daybook/sdk";
import { Button, FileButton, Group, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useText } from "../../base/language.tsx";
import type { Table } from "../../base/queries.ts";
import { ActionButton } from "../ActionButton.tsx";
import { ProblemNote } from "../ProblemNote.tsx";
import { useBlockedReason } from "../useBlockedReason.ts";
import { useWrite } from "../useWrite.ts";
import { CropDialog } from "./CropDialog.tsx";
import { type Crop, canDecode } from "./cropping.ts";
import classes from "./PictureField.module.css";

interface PictureOperation {
  readonly operation: OperationName;
  readonly run: (file: File) => Promise<unknown>;
}

/**
 * Shows a picture with buttons that replace and delete the picture. If the browser can decode a replacement, the user crops the replacement
 * first. Both buttons take effect immediately, without a save button.
 */
export function PictureField({
  label,
  hint,
  crop,
  hasPicture,
  changes,
  replace,
  remove,
  children,
}: {
  readonly label: string;
  readonly hint: string;
  readonly crop: Crop;
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
  const [chosen, setChosen] = useState<File>();
  const send = async (file: File) => {
    if ((await upload.send(file)) !== undefined) setChosen(undefined);
  };
  const choose = async (file: File | null) => {
    if (file === null) return;
    removal.clear();
    upload.clear();
    if (await canDecode(file)) setChosen(file);
    else await send(file);
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
            onChange={(file) => void choose(file)}
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
        <ProblemNote error={(chosen === undefined ? upload.error : undefined) ?? removal.error} />
      </div>
      <CropDialog
        file={chosen}
        crop={crop}
        operation={replace.operation}
        isSending={upload.isSending}
        error={upload.error}
        onUse={(file) => void send(file)}
        onClose={() => setChosen(undefined)}
      />
    </section>
  );
}
