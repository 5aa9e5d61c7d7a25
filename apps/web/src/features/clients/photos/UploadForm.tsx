import { clientsTexts } from "@daybook/i18n/clients";
import {
  Button,
  Checkbox,
  FileButton,
  Group,
  Progress,
  SegmentedControl,
  Select,
  Stack,
  Text,
} from "@mantine/core";
import { useState } from "react";
import { useBusiness } from "../../../base/business.tsx";
import { useNow } from "../../../base/businessTime.ts";
import { useText } from "../../../base/language.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useBlockedReason } from "../../../ui/useBlockedReason.ts";
import { dateIn } from "../clients/localDates.ts";
import classes from "./Photos.module.css";
import { type UploadTerms, useUploads } from "./uploads.ts";

/** Uploads photos. Asks for the stage and consent of the photos before the upload, and shows the uploads in progress. */
export function UploadForm({ client }: { readonly client: string }) {
  const t = useText(clientsTexts);
  const { record } = useBusiness();
  const now = useNow();
  const blocked = useBlockedReason("createClientPhoto");
  const [stage, setStage] = useState<UploadTerms["stage"]>("before");
  const [isGiven, setGiven] = useState(false);
  const [scope, setScope] = useState<UploadTerms["scope"]>("record");
  const { uploads, add, retry, drop } = useUploads(client);
  return (
    <Stack gap="xs">
      <div className={classes.form}>
        <SegmentedControl
          aria-label={t("photoKind")}
          data={[
            { value: "before", label: t("before") },
            { value: "after", label: t("after") },
          ]}
          value={stage}
          onChange={(value) => setStage(value as UploadTerms["stage"])}
        />
        <Checkbox
          label={t("consentGiven")}
          checked={isGiven}
          my={8}
          onChange={(event) => setGiven(event.currentTarget.checked)}
        />
        {isGiven && (
          <Select
            aria-label={t("consentScope")}
            data={[
              { value: "record", label: t("scopeRecord") },
              { value: "marketing", label: t("scopeMarketing") },
            ]}
            value={scope}
            onChange={(value) => setScope(value as UploadTerms["scope"])}
          />
        )}
        <FileButton
          multiple
          accept="image/jpeg,image/png,image/webp,image/heic"
          disabled={blocked !== undefined}
          onChange={(files) => add(files, { stage, isGiven, scope, date: dateIn(record.time_zone, now()) })}
        >
          {(props) => (
            <Button
              {...props}
              ml="auto"
              variant="light"
              leftSection={<Icon name="plus" size={18} />}
              data-operation="createClientPhoto"
              data-disabled={blocked !== undefined}
              title={blocked}
            >
              {t("addPhotos")}
            </Button>
          )}
        </FileButton>
      </div>
      {uploads.map((upload) => {
        const { key, file, share, error } = upload;
        return error === undefined ? (
          <div key={key}>
            <Text size="sm">{t("uploading", { name: file.name })}</Text>
            <Progress value={share * 100} aria-label={t("uploading", { name: file.name })} />
          </div>
        ) : (
          <div key={key} role="alert">
            <Group justify="space-between" mb={4}>
              <Text size="sm" fw={600}>
                {t("uploadFailed", { name: file.name })}
              </Text>
              <Group gap="xs">
                <Button size="compact-sm" variant="default" onClick={() => retry(upload)}>
                  {t("uploadRetry")}
                </Button>
                <Button size="compact-sm" variant="default" onClick={() => drop(key)}>
                  {t("uploadDrop")}
                </Button>
              </Group>
            </Group>
            <ProblemNote error={error} />
          </div>
        );
      })}
    </Stack>
  );
}
