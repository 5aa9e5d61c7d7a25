import { importsTexts } from "@daybook/i18n/imports";
import { Badge } from "@mantine/core";
import { useText } from "../../../base/language.tsx";
import type { Import } from "./queries.ts";

const TEXTS = {
  uploaded: "statusUploaded",
  ready: "statusReady",
  queued: "statusRunning",
  running: "statusRunning",
  completed: "statusCompleted",
  undoing: "statusUndoing",
} as const satisfies Record<Import["status"], string>;

export function StatusBadge({ status }: { readonly status: Import["status"] }) {
  const t = useText(importsTexts);
  return (
    <Badge variant="default" tt="none">
      {t(TEXTS[status])}
    </Badge>
  );
}
