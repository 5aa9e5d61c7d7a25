import { ICON_PATHS, type IconName } from "../base/iconName.ts";

/** Renders a decorative icon. Screen readers ignore it, because the adjacent text or the button's label names the action. */
export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      style={{ flex: "none" }}
    >
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
