import type { Browser, Page } from "playwright-core";
import { onTestFinished, TestRunner } from "vitest";
import { addMembership } from "../../../server/src/features/access/accounts/index.ts";
import { closeAtEnd } from "../../../server/test/fixtures/closeAtEnd.ts";
import { signedUp } from "../../../server/test/fixtures/signedIn.ts";
import {
  serverOfProcess,
  type TestApp,
  type TestAppOptions,
  type TestServer,
  testApp,
} from "../../../server/test/fixtures/testApp.ts";
import { ensureBuilt } from "../tools/ensureBuilt.ts";
import { type KeptPages, keptPages } from "./keptPages.ts";
import { type PagePool, type PoolOptions, pagePool } from "./pagePool.ts";
import { closePages, keptContexts, sharedBrowser } from "./sharedBrowser.ts";

export type Role = "owner" | "manager" | "reception" | "staff";

export interface PageOptions {
  readonly role?: Role;
  /** The width of the page in pixels, by default 1280. The default height is 800. */
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: "light" | "dark";
  readonly locale?: string;
  readonly hasTouch?: boolean;
  /**
   * Whether to use the service worker. False by default, so that every request of the page reaches the server and the test's
   * route handlers.
   */
  readonly hasServiceWorker?: boolean;
}

/** A test salon on a listening server, with a Chromium browser that opens the app. */
export interface TestSalon extends TestApp {
  readonly address: string;
  readonly browser: Browser;
  /**
   * Signs in as a user with this role (by default owner) and opens a path below the business, such as `calendar?view=week`.
   */
  open(path: string, options?: PageOptions): Promise<Page>;
  /** Opens a path of the server, such as `/app/sign-in`, in a browser without a session. */
  openSignedOut(path: string, options?: PageOptions): Promise<Page>;
  /** Opens a path below the business in a page that shows the app, without a reload, which takes a third of the CPU time of a page load. */
  readonly follow: KeptPages["follow"];
  /** Returns a page to the pool, from which `open` and `openSignedOut` take pages. */
  readonly release: PagePool["release"];
  /** Returns the e-mail address, the password and the session cookie of the user with this role. */
  login(role: Role): Promise<{ readonly email: string; readonly password: string; readonly cookie: string }>;
}

const sharedServer = serverOfProcess();
let sharedPages: ReturnType<typeof openPages> | undefined;

/** Starts to listen. Returns the address, and the pages of the server. */
async function openPages({ app }: TestServer, isShared: boolean) {
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  return { address, pool: pagePool(await sharedBrowser(), isShared ? keptContexts : new Set()) };
}

/**
 * Starts a salon with a server and browser, once per test file: `beforeAll(async () => { salon = await openTestSalon(); })`.
 * Files with `isShared` use one server and its pages, whose processes have compiled the app's code.
 * With `keepsPages`, `open` opens the path inside the app of a released page of the same user, if there is one, and a test's pages are
 * released at its end. Only for tests that wait for the newest data, because such a page first shows what it has read before.
 */
export async function openTestSalon(
  options: TestAppOptions & { readonly keepsPages?: boolean } = {},
): Promise<TestSalon> {
  ensureBuilt();
  const { isShared = false, keepsPages = false, ...others } = options;
  const inUse = new Set<Page>();
  const test = await testApp(isShared ? { ...others, beside: await sharedServer() } : others);
  if (isShared) sharedPages ??= openPages(test, isShared);
  const { address, pool } = await ((isShared ? sharedPages : undefined) ?? openPages(test, isShared));
  const browser = await sharedBrowser();
  const logins = new Map<Role, ReturnType<TestSalon["login"]>>();
  const kept = keptPages(test.salon.businessId);
  const keys = new WeakMap<Page, string>();
  closeAtEnd(async () => {
    for (const page of kept.clear()) await pool.release(page);
    await closePages();
  });

  async function release(page: Page): Promise<void> {
    inUse.delete(page);
    const key = keys.get(page);
    if (key === undefined || !(await kept.keep(page, key))) await pool.release(page);
  }

  /** With `keepsPages`, releases a page at the end of the current test, unless the test releases or closes it. */
  function releasedAtEnd(page: Page): Page {
    if (!keepsPages || TestRunner.getCurrentTest() === undefined) return page;
    inUse.add(page);
    onTestFinished(async () => {
      if (inUse.has(page) && !page.isClosed()) await release(page);
    });
    return page;
  }

  async function createLogin(role: Role) {
    const visitor = await signedUp(test.app, { name: NAMES[role] });
    const { businessId, anna } = test.salon;
    const membership = { userId: visitor.userId, businessId, role, staffId: role === "staff" ? anna : null };
    await test.database.transaction((tx) => addMembership(tx, { ...membership, now: test.clock.now() }));
    return { email: visitor.email, password: "correct horse battery", cookie: visitor.cookie() };
  }

  const login = (role: Role) => {
    const known = logins.get(role) ?? createLogin(role);
    logins.set(role, known);
    return known;
  };

  function openAt(path: string, options: PageOptions, cookie?: string): Promise<Page> {
    const { width = 1280, height = 800, scheme = "light", locale = "en-GB", hasTouch = false } = options;
    const context: PoolOptions = {
      baseURL: address,
      viewport: { width, height },
      colorScheme: scheme,
      locale,
      hasTouch,
      serviceWorkers: options.hasServiceWorker === true ? "allow" : "block",
      // The browser's time zone differs from the salon's time zone, because the app must show times in the salon's time zone.
      timezoneId: "America/Los_Angeles",
    };
    return pool.open(path, context, async (made, isNew) => {
      // The page's clock starts at the time of the server's clock and then runs.
      if (isNew) await made.clock.install({ time: test.clock.now() });
      else await made.clock.setSystemTime(test.clock.now());
      if (cookie === undefined) return;
      const [name = "", value = ""] = cookie.split(/=(.*)/s);
      await made.addCookies([{ name, value, url: address }]);
    });
  }

  return {
    ...test,
    address,
    browser,
    login,
    async open(path, options = {}) {
      const { role = "owner", width = 1280, height = 800, scheme = "light", ...others } = options;
      const key = JSON.stringify({ role, ...others });
      const known = keepsPages ? kept.take(key) : undefined;
      if (known !== undefined) {
        await known.setViewportSize({ width, height });
        await known.emulateMedia({ media: null, colorScheme: scheme });
        await known.clock.setSystemTime(test.clock.now());
        await known.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor();
        await kept.follow(known, path);
        return releasedAtEnd(known);
      }
      const { cookie } = await login(role);
      const page = await openAt(`/app/${test.salon.businessId}/${path}`, options, cookie);
      if (keepsPages && others.hasServiceWorker !== true) keys.set(page, key);
      return releasedAtEnd(page);
    },
    follow: kept.follow,
    openSignedOut: async (path, options = {}) => releasedAtEnd(await openAt(path, options)),
    release,
  };
}

const NAMES: Readonly<Record<Role, string>> = {
  owner: "Jana Lindner",
  manager: "Murat Aydın",
  reception: "Rosa Richter",
  staff: "Anna Berger",
};
