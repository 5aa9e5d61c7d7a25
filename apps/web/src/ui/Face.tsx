import classes from "./Face.module.css";

/** Shows a staff member's photo. Without a photo, shows the initials on the staff member's colour. */
export function Face({
  name,
  photo,
  color,
  size = 32,
}: {
  readonly name: string;
  readonly photo: string | null;
  readonly color: string | null;
  /** The width and height in pixels. */
  readonly size?: number;
}) {
  const style = { width: size, height: size, fontSize: size * 0.4 };
  if (photo !== null)
    return <img className={classes.face} src={photo} alt="" width={size} height={size} style={style} />;
  return (
    <span
      className={classes.face}
      aria-hidden="true"
      style={{ ...style, ["--face-color" as string]: color ?? "var(--db-ink-soft)" }}
    >
      {initialsOf(name)}
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toUpperCase();
}
