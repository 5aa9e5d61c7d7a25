import { shellTexts } from "@daybook/i18n/shell";
import { Modal, type ModalProps } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import { useText } from "../base/language.tsx";
import classes from "./Dialog.module.css";

/**
 * Renders a dialog. All dialogs of the app use this component, and a test requires a state in `test/states` for each `name`. On
 * phones, a dialog fills the screen unless its size is `sm`.
 */
export function Dialog({
  name,
  title,
  isOpen,
  onClose,
  size = "md",
  children,
  isClosable = true,
}: {
  readonly name: string;
  readonly title: ReactNode;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly size?: ModalProps["size"];
  readonly children: ReactNode;
  /** If false, the dialog has no close button and Escape does not close it. Clicking outside never closes a dialog. */
  readonly isClosable?: boolean;
}) {
  const t = useText(shellTexts);
  const isPhone = useMediaQuery("(max-width: 47.9375em)") === true;
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      size={size ?? "md"}
      fullScreen={isPhone && size !== "sm"}
      centered
      withCloseButton={isClosable}
      closeOnClickOutside={false}
      closeOnEscape={isClosable}
      classNames={{ title: classes.title ?? "" }}
      closeButtonProps={{ "aria-label": t("close") }}
      transitionProps={{ duration: 120 }}
      data-dialog={name}
    >
      {children}
    </Modal>
  );
}
