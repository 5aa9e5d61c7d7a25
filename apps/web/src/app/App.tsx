import { MantineProvider } from "@mantine/core";
import { ModalsProvider } from "@mantine/modals";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, Suspense, useMemo } from "react";
import { useAccent } from "../base/accent.ts";
import { LanguageProvider } from "../base/language.tsx";
import { queryClient } from "../base/queries.ts";
import { router } from "./router.tsx";
import { themeFor } from "./theme.ts";

export function App() {
  const accent = useAccent();
  const { theme, resolver } = useMemo(() => themeFor(accent), [accent]);
  return (
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={resolver} defaultColorScheme="auto">
        <LanguageProvider>
          <QueryClientProvider client={queryClient}>
            <Suspense>
              <ModalsProvider>
                <RouterProvider router={router} />
              </ModalsProvider>
            </Suspense>
            <Notifications position="bottom-center" limit={3} />
          </QueryClientProvider>
        </LanguageProvider>
      </MantineProvider>
    </StrictMode>
  );
}
