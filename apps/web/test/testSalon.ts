import type { Browser, BrowserContext, Page } from "playwright-core";
import { addMembership } from "../../../server/src/features/access/accounts/index.ts";
import { signedUp } from "../../../server/test/fixtures/signedIn.ts";
import { type TestApp, type TestAppOptions, testApp } from "../../../server/test/fixtures/testApp.ts";
import { startBrowser } from "../tools/browser.ts";
import { ensureBuilt } from "../tools/ensureBuilt.ts";

export type Role = "owner" | "manager" | "reception" | "staff";

export interface PageOptions {
  readonly role?: Role;
  /** The width of the page in pixels. Default: 1280; for the height, 800. */
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: "light" | "dark";
  readonly locale?: string;
  readonly hasTouch?: boolean;
  /** Default: false, so that every request of the page reaches the server and the route handlers of a test. */
  readonly hasServiceWorker?: boolean;
}

/** A test salon on a listening server, and a Chromium browser that opens the app. */
export interface TestSalon extends TestApp {
  readonly address: string;
  readonly browser: Browser;
  /** Signs in as a user with this role (default: owner) and opens a path below the business: `calendar?view=week`. */
  open(path: string, options?: PageOptions): Promise<Page>;
  /** Opens a path of the server in a browser without a session: `/app/sign-in`. */
  openSignedOut(path: string, options?: PageOptions): Promise<Page>;
  /** Returns the e-mail address and password of the user with this role, to sign in through the form. */
  login(role: Role): Promise<{ readonly email: string; readonly password: string; readonly cookie: string }>;
}

/**
 * Starts a salon with server and browser, once per test file: `beforeAll(async () => { salon = await openTestSalon(); })`, and
 * `salon.close()` in `afterAll`.
 */
export async function openTestSalon(options: TestAppOptions = {}): Promise<TestSalon> {
  ensureBuilt();
  const test = await testApp(options);
  const address = await test.app.listen({ port: 0, host: "127.0.0.1" });
  const browser = await startBrowser();
  const logins = new Map<Role, ReturnType<TestSalon["login"]>>();

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

  async function context({
    width = 1280,
    height = 800,
    scheme = "light",
    locale = "en-GB",
    hasTouch = false,
    hasServiceWorker = false,
  }: PageOptions) {
    const made = await browser.newContext({
      baseURL: address,
      viewport: { width, height },
      colorScheme: scheme,
      locale,
      hasTouch,
      serviceWorkers: hasServiceWorker ? "allow" : "block",
      // A different time zone from the salon's, because the times of a location must not depend on the browser's zone.
      timezoneId: "America/Los_Angeles",
      reducedMotion: "reduce",
    });
    made.setDefaultTimeout(60_000);
    // The page's clock starts at the server's time and keeps running.
    await made.clock.install({ time: test.clock.now() });
    return made;
  }

  async function openAt(made: BrowserContext, path: string): Promise<Page> {
    const page = await made.newPage();
    page.on("pageerror", (error) => console.error("In the page:", error));
    await page.goto(path);
    return page;
  }

  return {
    ...test,
    address,
    browser,
    login,
    async open(path, options = {}) {
      const made = await context(options);
      const { cookie } = await login(options.role ?? "owner");
      const [name = "", value = ""] = cookie.split(/=(.*)/s);
      await made.addCookies([{ name, value, url: address }]);
      return openAt(made, `/app/${test.salon.businessId}/${path}`);
    },
    openSignedOut: async (path, options = {}) => openAt(await context(options), path),
    close: async () => {
      await browser.close();
      await test.close();
    },
  };
}

const NAMES: Readonly<Record<Role, string>> = {
  owner: "Jana Lindner",
  manager: "Murat Aydın",
  reception: "Rosa Richter",
  staff: "Anna Berger",
};
