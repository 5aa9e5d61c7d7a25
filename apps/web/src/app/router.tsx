import { businessTexts } from "@daybook/i18n/business";
import { setupTexts } from "@daybook/i18n/setup";
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { readMe } from "../base/api.ts";
import { businessQuery, testClockQuery } from "../base/businessTime.ts";
import { queryClient } from "../base/queries.ts";
import { parseSearch, type Search, searchText } from "../base/search.ts";
import { useIsSessionExpired } from "../base/sessionExpiry.ts";
import { CrashScreen } from "./CrashScreen.tsx";
import { ForRoles } from "./ForRoles.tsx";
import { MissingScreen } from "./MissingScreen.tsx";
import { FRAME_TEXTS, loadTexts, prepare } from "./prepare.ts";
import { Shell } from "./Shell.tsx";
import { SCREENS } from "./screens.ts";

// Loaded on demand, because the form and its texts would increase the calendar's initial download by 8 %.
const SessionDialog = lazy(() => import("./SessionDialog.tsx"));

function Root() {
  const isExpired = useIsSessionExpired();
  return (
    <>
      <Outlet />
      {isExpired && (
        <Suspense>
          <SessionDialog />
        </Suspense>
      )}
    </>
  );
}

const root = createRootRoute({
  loader: () => loadTexts(...FRAME_TEXTS),
  component: Root,
  errorComponent: ({ error, reset }) => <CrashScreen error={error} onRetry={reset} />,
  notFoundComponent: MissingScreen,
});

const signInPages = (
  [
    ["/sign-in", () => import("../features/access/sessions/SignInPage.tsx")],
    ["/sign-up", () => import("../features/access/sessions/SignUpPage.tsx")],
    ["/forgotten-password", () => import("../features/access/sessions/ForgottenPasswordPage.tsx")],
  ] as const
).map(([path, load]) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load) }),
);

const chooseBusiness = createRoute({
  getParentRoute: () => root,
  path: "/",
  loader: async ({ location }) => {
    const me = await meOrSignIn(location.href);
    const { choose, pair } = location.search as { choose?: string; pair?: string };
    const real = me.memberships.filter(({ sandbox }) => !sandbox);
    // If the user belongs to exactly one business other than sandboxes, the app opens this business. Users open sandboxes from
    // the account menu or the settings. When the user pairs a tablet, sandboxes count too, because the tablet may belong to a sandbox.
    const [only, ...others] = real.length === 0 || pair !== undefined ? me.memberships : real;
    if (only !== undefined && others.length === 0 && choose === undefined)
      throw redirect(startOf(only.business_id, pair) as never);
    return me;
  },
  component: lazyRouteComponent(() => import("../features/access/sessions/ChooseBusinessPage.tsx")),
});

const newBusiness = createRoute({
  getParentRoute: () => root,
  path: "/new",
  loader: async ({ location }) => {
    await Promise.all([meOrSignIn(location.href), loadTexts(businessTexts, setupTexts)]);
  },
  component: lazyRouteComponent(() => import("../features/business/setup/NewBusinessPage.tsx")),
});

const business = createRoute({
  getParentRoute: () => root,
  path: "/$business",
  loader: async ({ params, location }) => {
    // Sends both requests concurrently, because the calendar needs both responses.
    const [me, record] = await Promise.all([
      meOrSignIn(location.href),
      queryClient.ensureQueryData(businessQuery(params.business)).catch(() => undefined),
    ]);
    const membership = me.memberships.find(({ business_id }) => business_id === params.business);
    if (membership === undefined || record === undefined)
      throw redirect({ to: "/", search: { choose: "1" } as never });
    // Loads the test clock before the first rendering, because the screens of a sandbox need its time.
    if (record.sandbox) await queryClient.prefetchQuery(testClockQuery(record.id));
    return { me, record, membership };
  },
  // Calls the loader once per business, not after every change of the query parameters.
  staleTime: 60_000,
  shouldReload: false,
  component: () => <Shell {...business.useLoaderData()} />,
  errorComponent: ({ error, reset }) => <CrashScreen error={error} onRetry={reset} />,
});

const start = createRoute({
  getParentRoute: () => business,
  path: "/",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/$business/calendar" as never, params: params as never });
  },
});

const screens = SCREENS.map((screen) => {
  const { path, load, needs } = screen;
  return createRoute({
    getParentRoute: () => business,
    path,
    loader: ({ params, location }) => prepare(screen, params.business, location.search as Search),
    component: lazyRouteComponent(async () => {
      const { default: Screen } = await load();
      if (needs === undefined) return { default: Screen };
      return {
        default: () => (
          <ForRoles operation={needs}>
            <Screen />
          </ForRoles>
        ),
      };
    }),
    errorComponent: ({ error, reset }) => <CrashScreen error={error} onRetry={reset} />,
  });
});

export const router = createRouter({
  routeTree: root.addChildren([
    ...signInPages,
    chooseBusiness,
    newBusiness,
    business.addChildren([start, ...screens]),
  ]),
  basepath: "/app",
  parseSearch,
  stringifySearch: searchText,
  defaultPreload: "intent",
  // Without a pending component, this delay has no effect: the previous screen stays visible until the next screen is ready.
  defaultPendingMs: 300,
  scrollRestoration: true,
});

/** Returns the start screen of a business, or the screen that pairs a tablet if a pairing code is given. */
function startOf(business: string, code: string | undefined) {
  return code === undefined
    ? { to: `/${business}` }
    : { to: `/${business}/settings/kiosks`, search: { code } };
}

async function meOrSignIn(from: string) {
  const me = await queryClient.fetchQuery({ queryKey: ["me"], queryFn: readMe, staleTime: 10_000 });
  if (me === null) throw redirect({ to: "/sign-in", search: { to: from } as never });
  return me;
}
