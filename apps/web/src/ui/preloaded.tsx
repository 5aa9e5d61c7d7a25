import { type ComponentType, lazy, useState } from "react";

/**
 * Returns a component that is loaded as a separate chunk. After `preload`, it renders immediately. A component of React's `lazy` would
 * suspend at its first render even if the chunk has been loaded, and React would then show it at least 300 ms later.
 */
export function preloaded<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Lazy = lazy(load) as unknown as ComponentType<Props>;
  let Loaded: ComponentType<Props> | undefined;
  function Preloaded(props: Props) {
    // Chooses the component type once per mounted component, because React discards the state when the type changes.
    const [Shown] = useState(() => Loaded ?? Lazy);
    return <Shown {...props} />;
  }
  const preload = async () => {
    Loaded = (await load()).default;
  };
  return Object.assign(Preloaded, { preload });
}
