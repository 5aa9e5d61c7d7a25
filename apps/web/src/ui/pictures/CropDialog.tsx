import { picturesTexts } from "@daybook/i18n/pictures";
import { Skeleton } from "@mantine/core";
import { type ComponentProps, lazy, Suspense } from "react";
import { useText } from "../../base/language.tsx";
import { Dialog } from "../Dialog.tsx";

/** Loads the cropper only after a picture is chosen. */
const CropContent = lazy(() => import("./CropContent.tsx"));

type Props = Omit<ComponentProps<typeof CropContent>, "file"> & {
  /** The chosen picture. Without a picture, the dialog is closed. */
  readonly file: File | undefined;
  readonly onClose: () => void;
};

export function CropDialog({ file, onClose, ...content }: Props) {
  const t = useText(picturesTexts);
  return (
    <Dialog name="cropPicture" title={t("cropTitle")} isOpen={file !== undefined} onClose={onClose}>
      {file !== undefined && (
        <Suspense fallback={<Skeleton height={360} />}>
          <CropContent file={file} {...content} />
        </Suspense>
      )}
    </Dialog>
  );
}
