import { importsTexts } from "@daybook/i18n/imports";
import { FileButton, Progress, Stack, Text } from "@mantine/core";
import { useRef, useState } from "react";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { refresh } from "../../../base/queries.ts";
import { apiWithProgress } from "../../../base/uploadProgress.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import type { ImportKind } from "./kindTexts.ts";
import type { Import } from "./queries.ts";

interface Attempt {
  readonly file: File;
  readonly key: string;
  readonly kind: ImportKind;
}

/** Uploads a file and reports its progress. A retry after a failure uses the same idempotency key. */
export function useFileUpload(kind: ImportKind, onDone: (created: Import) => void) {
  const { id: business } = useBusiness();
  const [share, setShare] = useState<number>();
  const [error, setError] = useState<unknown>();
  const attempt = useRef<Attempt | undefined>(undefined);
  const send = async ({ file, key, kind: sent }: Attempt) => {
    attempt.current = { file, key, kind: sent };
    setShare(0);
    setError(undefined);
    try {
      const created = await apiWithProgress(setShare).imports.upload({
        path: { business },
        file,
        kind: sent,
        file_name: [...file.name].slice(-200).join(""),
        idempotencyKey: key,
      });
      await refresh(business, ["settings"]);
      onDone(created);
    } catch (failure) {
      setError(failure);
    } finally {
      setShare(undefined);
    }
  };
  return {
    share,
    error,
    choose: (file: File | null) => {
      if (file !== null) void send({ file, key: crypto.randomUUID(), kind });
    },
    retry: () => {
      if (attempt.current !== undefined) void send(attempt.current);
    },
  };
}

export function ChooseFile({ upload }: { readonly upload: ReturnType<typeof useFileUpload> }) {
  const t = useText(importsTexts);
  return (
    <FileButton accept=".csv,.txt,.tsv,text/csv,text/plain" onChange={upload.choose}>
      {(props) => (
        <ActionButton operation="createImport" loading={upload.share !== undefined} {...props}>
          {t("choose")}
        </ActionButton>
      )}
    </FileButton>
  );
}

/** Shows the progress of an upload, or its error. */
export function UploadNote({ upload }: { readonly upload: ReturnType<typeof useFileUpload> }) {
  const t = useText(importsTexts);
  const { share, error, retry } = upload;
  return (
    <Stack gap="xs">
      {share !== undefined && (
        <div role="status">
          <Text size="sm">{t(share < 1 ? "uploading" : "reading")}</Text>
          <Progress value={share * 100} animated={share === 1} aria-label={t("uploading")} />
        </div>
      )}
      <ProblemNote error={error} onRetry={retry} />
    </Stack>
  );
}
