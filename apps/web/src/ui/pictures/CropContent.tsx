import { picturesTexts } from "@daybook/i18n/pictures";
import type { OperationName } from "@daybook/sdk";
import { Group, SegmentedControl, Slider, Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import Cropper from "react-easy-crop";
import "react-easy-crop/react-easy-crop.css";
import { useText } from "../../base/language.tsx";
import { ActionButton } from "../ActionButton.tsx";
import { ProblemNote } from "../ProblemNote.tsx";
import { type Crop, type CropArea, cropped, RATIOS } from "./cropping.ts";
import classes from "./PictureField.module.css";

const MAX_ZOOM = 4;
const KEYBOARD_STEP_PX = 8;

/** Lets the user crop a picture before the upload by pointer, touch or keyboard. */
export default function CropContent({
  file,
  crop,
  operation,
  isSending,
  error,
  onUse,
}: {
  readonly file: File;
  readonly crop: Crop;
  readonly operation: OperationName;
  readonly isSending: boolean;
  readonly error: unknown;
  readonly onUse: (file: File) => void;
}) {
  const t = useText(picturesTexts);
  const url = useObjectUrl(file);
  const [shape, setShape] = useState(crop.shapes[0] ?? "original");
  const [ownRatio, setOwnRatio] = useState(1);
  const [position, setPosition] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<CropArea>();
  return (
    <Stack gap="md">
      {crop.shapes.length > 1 && (
        <SegmentedControl
          aria-label={t("shape")}
          fullWidth
          value={shape}
          onChange={(chosen) => {
            setShape(chosen);
            setPosition({ x: 0, y: 0 });
          }}
          data={crop.shapes.map((each) => ({ value: each, label: t(each) }))}
        />
      )}
      <div className={classes.cropper}>
        {url !== undefined && (
          <Cropper
            image={url}
            crop={position}
            zoom={zoom}
            maxZoom={MAX_ZOOM}
            aspect={shape === "original" ? ownRatio : RATIOS[shape]}
            keyboardStep={KEYBOARD_STEP_PX}
            disableAutomaticStylesInjection
            cropperProps={{ role: "application", "aria-label": t("cropArea") }}
            onCropChange={setPosition}
            onZoomChange={setZoom}
            onMediaLoaded={({ naturalWidth, naturalHeight }) => setOwnRatio(naturalWidth / naturalHeight)}
            onCropComplete={(_, pixels) => setArea(pixels)}
          />
        )}
      </div>
      <div>
        <Text size="sm" fw={500} mb={4}>
          {t("zoom")}
        </Text>
        <Slider
          thumbLabel={t("zoom")}
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          label={null}
          value={zoom}
          onChange={setZoom}
        />
      </div>
      <ProblemNote error={error} />
      <Group justify="flex-end">
        <ActionButton
          operation={operation}
          loading={isSending || area === undefined}
          onClick={() => area !== undefined && void cropped(file, area, crop).then(onUse)}
        >
          {t("use")}
        </ActionButton>
      </Group>
    </Stack>
  );
}

/** Returns a URL of a file. Revokes the URL when the file changes or the component unmounts. */
function useObjectUrl(file: File): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
