import { salesTexts } from "@daybook/i18n/sales";
import { shellTexts } from "@daybook/i18n/shell";
import { Button, Stack, Text } from "@mantine/core";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useFormats, useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { DialogActions } from "../../../ui/DialogActions.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import type { Sale } from "./queries.ts";

/** Voids a sale without payments, or a sale whose payments are fully refunded. */
export function VoidDialog({ sale, onClose }: { readonly sale: Sale; readonly onClose: () => void }) {
  const t = useText(salesTexts);
  const shell = useText(shellTexts);
  const formats = useFormats();
  const { id: business } = useBusiness();
  const write = useWrite({
    operation: "voidSale",
    changes: ["sales", "appointments", "wallet"],
    run: (id: string, { idempotencyKey }) => api.sales.void({ path: { business, sale: id }, idempotencyKey }),
  });
  const send = () =>
    void write.send(sale.id).then((voided) => {
      if (voided !== undefined) onClose();
    });
  return (
    <Dialog name="voidSale" title={t("voidTitle")} size="sm" isOpen onClose={onClose}>
      <Stack>
        <Text>{t("voidWhat", { total: formats.money(sale.total) })}</Text>
        <ProblemNote error={write.error} onRetry={send} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {shell("cancel")}
          </Button>
          <ActionButton operation="voidSale" color="red" loading={write.isSending} onClick={send}>
            {t("voidDo")}
          </ActionButton>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
