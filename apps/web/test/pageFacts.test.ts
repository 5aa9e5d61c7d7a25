import { expect, test } from "vitest";
import { replacePublishing } from "../../../server/src/features/business/locations/publishing.ts";
import { bookingApp } from "../../../server/test/fixtures/bookingApp.ts";
import { multipartOf, png } from "../../../server/test/fixtures/images.ts";
import { signedInMember } from "../../../server/test/fixtures/signedInMember.ts";
import { ensureBuilt } from "../tools/ensureBuilt.ts";

ensureBuilt();
const open = await bookingApp();
const owner = await signedInMember(open, "owner");

const bodyOf = async (path: string) => {
  const answer = await open.app.inject({ method: "GET", url: `/b/${open.slug}${path}` });
  expect([path, answer.statusCode]).toEqual([path, 200]);
  return answer.body;
};

test.each([
  ["salon", "HairSalon"],
  ["barber", "HairSalon"],
  ["spa", "DaySpa"],
  ["clinic", "MedicalClinic"],
])(
  "a business of the type %s is a %s with its services and prices for search engines",
  async (type, expected) => {
    expect((await owner("PATCH", "", { type })).status).toBe(200);
    const body = await bodyOf("?lang=en");
    const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body)?.[1] ?? "";
    const data = JSON.parse(json);
    expect(data).toMatchObject({
      "@context": "https://schema.org",
      "@type": expected,
      address: { "@type": "PostalAddress", addressLocality: "Berlin", addressCountry: "DE" },
    });
    expect(data.openingHoursSpecification).toContainEqual({
      "@type": "OpeningHoursSpecification",
      dayOfWeek: "Saturday",
      opens: "09:00",
      closes: "18:00",
    });
    expect(data.makesOffer).toContainEqual({
      "@type": "Offer",
      price: "45.00",
      priceCurrency: "EUR",
      itemOffered: { "@type": "Service", name: "Cut" },
    });
  },
);

test("only the start page is for search engines, and not when it is embedded", async () => {
  const isHidden = async (path: string) => (await bodyOf(path)).includes('name="robots" content="noindex"');
  expect(await isHidden("?lang=en")).toBe(false);
  for (const path of ["?embed=1", `/times?service=${open.salon.cut}`])
    expect([path, await isHidden(path)]).toEqual([path, true]);
});

test("a link chooses the location, and the page names each published location", async () => {
  const made = await owner("POST", "/locations", {
    name: "West harbour",
    address: { line1: "Kai 7", city: "Bremen", country: "DE" },
    time_zone: "Europe/Berlin",
  });
  expect(made.status, made.text).toBe(201);
  const { id } = made.body.data;
  expect(await bodyOf("?lang=en")).not.toContain("West harbour");
  await open.database.transaction((tx) =>
    replacePublishing(tx, open.salon.businessId, id, { isPublished: true, now: open.clock.now() }),
  );
  expect(await bodyOf("?lang=en")).toContain("West harbour");
  expect(await bodyOf("?lang=en")).not.toContain("Kai 7");
  expect(await bodyOf(`?lang=en&location=${id}`)).toContain("Kai 7");
});

test("people are shown with their photo, or else with their initials", async () => {
  const path = `/times?lang=en&service=${open.salon.cut}`;
  expect(await bodyOf(path)).toMatch(/<span class="face" aria-hidden="true">A<\/span><span>Anna/);
  const { payload, headers } = await multipartOf({}, png());
  const { body } = await owner("PUT", `/staff/${open.salon.anna}/photo`, payload, headers);
  const photo = new URL(body.data.photo_url).pathname;
  expect(await bodyOf(path)).toMatch(new RegExp(`<img[^>]+src="[^"]*${photo}"`));
});

test("each language of the page has the business's own texts", async () => {
  const texts = Object.fromEntries(
    ["en", "de", "fr", "es"].map((language) => [
      language,
      { heading: `Heading ${language}`, introduction: `Introduction ${language}`, confirmation: null },
    ]),
  );
  const saved = await owner("PUT", "/booking-page", { texts });
  expect(saved.status, saved.text).toBe(200);
  for (const language of ["en", "de", "fr", "es"]) {
    const body = await bodyOf(`?lang=${language}`);
    expect(body).toContain(`Heading ${language}`);
    expect(body).toContain(`Introduction ${language}`);
    expect(body.match(/Heading (?:en|de|fr|es)/g)?.every((each) => each.endsWith(language))).toBe(true);
  }
});
