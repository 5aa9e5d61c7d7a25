import { ICON_PATHS, type IconName } from "../base/iconName.ts";

/** Renders a decorative icon. Screen readers ignore it, because the adjacent text or the button's label names the action. */
export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) {
  return (
    // The style sheet sets the stroke of the lines. Setting the stroke with attributes would increase the DOM operations for a
    // day with 300 cards by a third.
    <svg className="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
