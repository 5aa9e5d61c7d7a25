import { type ComponentType, lazy, useState } from "react";

/**
 * Returns a component that is loaded as a chunk of its own. After `preload`, it renders at once: a lazy component suspends at its first
 * render even if the chunk has been loaded, and React then shows it at least 300 ms later.
 */
export function preloaded<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Lazy = lazy(load) as unknown as ComponentType<Props>;
  let Loaded: ComponentType<Props> | undefined;
  function Preloaded(props: Props) {
    // Chosen once for each mounted component, because another component type would lose its state.
    const [Shown] = useState(() => Loaded ?? Lazy);
    return <Shown {...props} />;
  }
  const preload = async () => {
    Loaded = (await load()).default;
  };
  return Object.assign(Preloaded, { preload });
}
