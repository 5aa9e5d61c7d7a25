import { salesTexts } from "@daybook/i18n/sales";
import { Anchor, Button, Group, SegmentedControl, Stack } from "@mantine/core";
import { useRef, useState } from "react";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { ReceiptMail } from "./ReceiptMail.tsx";
import classes from "./Sales.module.css";

type Paper = "html_80mm" | "html";

/**
 * Shows the receipt that the server renders for 80 mm paper or a full page. The user can print or e-mail the receipt. The receipt is in the
 * business's language.
 */
export function ReceiptDialog({
  saleId,
  clientId,
  number,
  onClose,
}: {
  readonly saleId: string;
  readonly clientId: string | null;
  readonly number: number;
  readonly onClose: () => void;
}) {
  const t = useText(salesTexts);
  const { id: business } = useBusiness();
  const frame = useRef<HTMLIFrameElement>(null);
  const [paper, setPaper] = useState<Paper>("html_80mm");
  const [height, setHeight] = useState<number>();
  const address = `/api/v1/businesses/${business}/sales/${saleId}/receipt?format=${paper}`;
  const title = t("receiptTitle", { number: String(number) });
  return (
    <Dialog name="receipt" title={title} size="lg" isOpen onClose={onClose}>
      <Stack>
        <SegmentedControl
          aria-label={t("receiptPaper")}
          value={paper}
          data={[
            { value: "html_80mm", label: t("paper80") },
            { value: "html", label: t("paperPage") },
          ]}
          onChange={(value) => setPaper(value as Paper)}
        />
        <div className={classes.receipt}>
          <iframe
            ref={frame}
            title={title}
            src={address}
            data-paper={paper}
            style={{ height }}
            onLoad={(event) => setHeight(event.currentTarget.contentDocument?.documentElement.scrollHeight)}
          />
        </div>
        <ReceiptMail saleId={saleId} clientId={clientId} />
        <Group justify="space-between">
          <Anchor href={address} target="_blank" rel="noreferrer">
            {t("openReceipt")}
          </Anchor>
          <Button
            data-autofocus
            leftSection={<Icon name="print" size={18} />}
            onClick={() => frame.current?.contentWindow?.print()}
          >
            {t("printReceipt")}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
