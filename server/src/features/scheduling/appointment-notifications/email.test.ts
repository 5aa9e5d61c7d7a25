import { describe, expect, test } from "vitest";
import { readCalendar } from "../../../../test/fixtures/calendarEntries.ts";
import { emailTo } from "./email.ts";
import type { NotificationKind } from "./notificationKind.ts";
import type { NotifiableAppointment } from "./store.ts";

const writing = { mailer: { from: "Daybook <daybook@example.com>" }, log: () => {} };
const NOW = Date.UTC(2027, 1, 1);

const appointment: NotifiableAppointment = {
  business_id: "01977f6e-8a51-7c1e-9c0a-5a3f1f2b7d01",
  appointment_id: "01977f6e-8a51-7c1e-9c0a-5a3f1f2b7d02",
  series_id: null,
  client_id: "01977f6e-8a51-7c1e-9c0a-5a3f1f2b7d03",
  status: "booked",
  starts_at: Date.UTC(2027, 2, 1, 9),
  ends_at: Date.UTC(2027, 2, 1, 9, 45),
  version: 3,
  source: "api",
  service_names: ["Cut", "Colour"],
  total_minor: 8050,
  deposit_minor: 0,
  currency: "EUR",
  policy: null,
  business_name: "Salon Lindenhof",
  locale: "en-GB",
  location_name: "Mitte",
  address: {
    line1: "Lindenstr. 1",
    line2: null,
    city: "Berlin",
    region: null,
    postal_code: "10115",
    country: "DE",
  },
  phone_e164: "+493012345678",
  location_email: "mitte@lindenhof.example",
  time_zone: "Europe/Berlin",
  first_name: "Zoë",
  last_name: "Müller",
  client_email: "zoe@example.com",
  client_phone_e164: null,
  notified_status: null,
  notified_starts_at: null,
  known_status: null,
  known_starts_at: null,
  messages: null,
};

function emailAbout(
  kind: NotificationKind,
  more: Partial<NotifiableAppointment> = {},
  others: Partial<NotifiableAppointment>[] = [],
) {
  const appointments = [more, ...others].map((one) => ({ ...appointment, ...one }));
  const email = emailTo("zoe@example.com", writing, { kind, appointments, now: NOW });
  return { ...email, file: readCalendar(email.calendar?.text ?? "") };
}

test("an e-mail states the service, the time in the location's zone, the address and the contact", () => {
  const { subject, text } = emailAbout("booked");
  expect(subject).toBe("Salon Lindenhof: your appointment is confirmed, Monday, 1 March 2027 at 10:00");
  expect(text).toBe(
    [
      "Hello Zoë Müller,",
      "",
      "Your appointment at Salon Lindenhof is confirmed:",
      "",
      "When:  Monday, 1 March 2027 at 10:00 (Europe/Berlin, UTC+01:00)",
      "What:  Cut, Colour",
      "Where: Mitte, Lindenstr. 1, 10115 Berlin",
      "",
      "If anything is unclear or you cannot come, please tell us:",
      "+49 30 12345678, mitte@lindenhof.example",
      "",
      "Kind regards",
      "Salon Lindenhof",
      "",
    ].join("\n"),
  );
});

test("an e-mail about a move states the previous time, and one about a request that it is not confirmed", () => {
  const notified_starts_at = Date.UTC(2027, 1, 26, 9);
  const { text } = emailAbout("moved", { notified_starts_at, status: "requested" });
  expect(text).toContain("When:       Monday, 1 March 2027 at 10:00 (Europe/Berlin, UTC+01:00)\n");
  expect(text).toContain("Instead of: Friday, 26 February 2027 at 10:00 (Europe/Berlin, UTC+01:00)\n");
  expect(text).toContain("not confirmed yet");
});

const policy = {
  business_id: appointment.business_id,
  version: 2,
  cancellation_window_minutes: 1440,
  late_cancel_fee_kind: "percent",
  late_cancel_fee_percent: 50,
  late_cancel_fee_minor: null,
  no_show_fee_kind: "amount",
  no_show_fee_percent: null,
  no_show_fee_minor: 3000,
  cancellation_text: "Please call us.\r\nWe are happy to <b>move</b> your visit & more.",
};

describe("the terms of the policy that the client accepted at booking", () => {
  test("are in the text and in the HTML, with fees as amounts", () => {
    const { text, html } = emailAbout("booked", { policy });
    expect(text).toContain(
      [
        "",
        "Cancelling:",
        "Please call us.",
        "We are happy to <b>move</b> your visit & more.",
        "If you cancel less than 24 hours before the start, we charge €40.25.",
        "If you do not come, we charge €30.00.",
        "",
      ].join("\n"),
    );
    expect(html).toContain(
      "Please call us.<br>We are happy to &lt;b&gt;move&lt;/b&gt; your visit &amp; more.",
    );
    expect(html).toContain("we charge €40.25.");
  });

  test.each([
    ["de-DE", "Wenn Sie weniger als 24 Stunden vor Beginn absagen, berechnen wir 40,25 €.", "30,00 €"],
    ["fr-FR", "Si vous annulez moins de 24 heures avant le début, nous facturons 40,25 €.", "30,00 €"],
    ["es-ES", "Si cancela con menos de 24 horas de antelación, le cobraremos 40,25 €.", "30,00 €"],
    ["en-US", "If you cancel less than 24 hours before the start, we charge €40.25.", "€30.00"],
  ])("are in the language of the business: %s", (locale, late, noShow) => {
    for (const kind of ["requested", "booked", "moved"] as const) {
      const { text, html } = emailAbout(kind, { locale, policy });
      for (const body of [text, html]) {
        expect(body).toContain(late);
        expect(body).toContain(noShow);
      }
    }
    for (const kind of ["cancelled", "declined", "reminder"] as const)
      expect(emailAbout(kind, { locale, policy }).text).not.toContain(noShow);
  });

  test("are absent without fees and text, and for a version whose fees are nothing", () => {
    const none = {
      ...policy,
      late_cancel_fee_kind: "none",
      no_show_fee_kind: "none",
      cancellation_text: null,
    };
    const ofNothing = { ...policy, no_show_fee_minor: 0, cancellation_text: null };
    for (const more of [{ policy: null }, { policy: none }, { policy: ofNothing, total_minor: 0 }])
      expect(emailAbout("booked", more).text).not.toContain("Cancelling");
    // Without a cancellation window, no cancellation incurs a fee.
    const { text } = emailAbout("booked", { policy: { ...policy, cancellation_window_minutes: 0 } });
    expect(text).not.toContain("If you cancel less");
    expect(text).toContain("If you do not come");
  });

  test("name windows in days, hours or minutes, and currencies with their decimals", () => {
    const about = (minutes: number, currency: string) =>
      emailAbout("booked", { policy: { ...policy, cancellation_window_minutes: minutes }, currency }).text;
    expect(about(2880, "JPY")).toContain("less than 2 days before the start, we charge JP¥4,025.");
    expect(about(90, "KWD")).toContain("less than 90 minutes before the start, we charge KWD 4.025.");
    expect(about(60, "GBP")).toContain("less than 1 hour before the start, we charge £40.25.");
  });

  test("say that they apply to each of several appointments", () => {
    const { text } = emailAbout("booked", { policy }, [{ policy, starts_at: appointment.starts_at + 1 }]);
    expect(text).toContain("we charge €30.00.\nThis applies to each of the appointments.\n");
  });
});

test("a reminder has buttons that confirm and cancel, in the language of the business; other e-mails have none", () => {
  const about = (kind: NotificationKind, locale: string, more: Partial<NotifiableAppointment> = {}) =>
    emailTo(
      "zoe@example.com",
      { ...writing, appUrl: "https://book.example.com" },
      { kind, appointments: [{ ...appointment, locale, ...more }], now: NOW },
    );
  for (const [locale, confirm, cancel] of [
    ["en-GB", "I am coming", "Cancel the appointment"],
    ["de-DE", "Ich komme", "Termin absagen"],
    ["fr-FR", "Je viens", "Annuler le rendez-vous"],
    ["es-ES", "Voy a ir", "Cancelar la cita"],
  ] as const) {
    const { text, html } = about("reminder", locale);
    const colon = locale === "fr-FR" ? " :" : ":";
    expect(text).toMatch(
      new RegExp(`^${confirm}${colon}\n.+/confirm\n\n${cancel}${colon}\n.+/cancel\n`, "m"),
    );
    expect(html).toMatch(new RegExp(`<a href="[^"]+/confirm" style="[^"]+">${confirm}</a>`));
    expect(html).toMatch(new RegExp(`<a href="[^"]+/cancel" style="[^"]+">${cancel}</a>`));
  }
  expect(about("booked", "en-GB").html).not.toContain("/confirm");
  expect(about("reminder", "en-GB", { status: "requested" }).html).not.toContain("/confirm");
});

test("an e-mail about an appointment that does not take place has no link, and does not ask the client to cancel", () => {
  for (const kind of ["cancelled", "declined"] as const) {
    const context = { ...writing, appUrl: "https://book.example.com" };
    const { text, html } = emailTo("zoe@example.com", context, {
      kind,
      appointments: [{ ...appointment, status: kind }],
      now: NOW,
    });
    expect(text).toContain("If you have any questions, please contact us:\n+49 30 12345678, mitte@");
    expect(text).not.toContain("you cannot come");
    expect(html?.match(/href="[^"]*"/g)).toEqual([
      'href="tel:+493012345678"',
      'href="mailto:mitte@lindenhof.example"',
    ]);
  }
});

test("an e-mail has the business as sender, and replies go to the location", () => {
  expect(emailAbout("booked")).toMatchObject({
    senderName: "Salon Lindenhof",
    replyTo: "mitte@lindenhof.example",
  });
  expect(Object.keys(emailAbout("booked", { location_email: null }))).not.toContain("replyTo");
});

describe("every language has a text for every kind", () => {
  const weekdays = { "de-DE": "Montag, 1. März 2027 um 10:00 Uhr", "fr-FR": "lundi 1 mars 2027 à 10:00" };
  const more = { "es-ES": "lunes, 1 de marzo de 2027, 10:00", "en-US": "Monday, March 1, 2027 at 10:00 AM" };
  const kinds: NotificationKind[] = ["requested", "booked", "moved", "cancelled", "declined", "reminder"];
  for (const [locale, when] of Object.entries({ ...weekdays, ...more })) {
    test(locale, () => {
      const subjects = kinds.map((kind) => {
        const { subject, text, html, file } = emailAbout(kind, {
          locale,
          notified_starts_at: appointment.starts_at - 1,
        });
        expect(text).toContain(`${when} (Europe/Berlin, UTC+01:00)`);
        for (const body of [text, html]) {
          expect(body).not.toMatch(/undefined|null|\u00a0|\u202f/);
          for (const fact of [
            when,
            "Salon Lindenhof",
            "Mitte, Lindenstr. 1",
            "+49 30 12345678",
            "Cut, Colour",
          ])
            expect(body).toContain(fact);
        }
        expect(html).toContain(`<html lang="${locale}">`);
        expect(subject.startsWith("Salon Lindenhof: ")).toBe(true);
        expect(file.entries[0]?.SUMMARY?.value).toContain("Salon Lindenhof");
        return subject;
      });
      expect(new Set(subjects).size).toBe(kinds.length);
      for (const kind of ["requested", "booked"] as const) {
        const { subject } = emailAbout(kind, { locale }, [{ starts_at: appointment.starts_at + 1 }]);
        expect(subject).toContain("2");
      }
    });
  }
  test("an unknown language falls back to English", () => {
    expect(emailAbout("booked", { locale: "it-IT" }).text).toContain("Monday, 1 March 2027 at 10:00 (");
  });
  test("language and country of a locale apply; its calendar and digits do not", () => {
    const { text } = emailAbout("booked", { locale: "de-AT-u-ca-buddhist-nu-arab" });
    expect(text).toContain("Montag, 1. März 2027 um 10:00 Uhr (");
  });
});

test("on the night of a clock change the e-mail and the calendar entry distinguish two equal local times", () => {
  const first = emailAbout("booked", {
    starts_at: Date.UTC(2027, 9, 31, 0, 30),
    ends_at: Date.UTC(2027, 9, 31, 1, 15),
  });
  const second = emailAbout("booked", {
    starts_at: Date.UTC(2027, 9, 31, 1, 30),
    ends_at: Date.UTC(2027, 9, 31, 2, 15),
  });
  expect(first.text).toContain("Sunday, 31 October 2027 at 02:30 (Europe/Berlin, UTC+02:00)");
  expect(second.text).toContain("Sunday, 31 October 2027 at 02:30 (Europe/Berlin, UTC+01:00)");
  expect(first.file.entries[0]?.DTSTART).toEqual({ value: "20271031T003000Z", parameters: {} });
  expect(second.file.entries[0]?.DTSTART).toEqual({ value: "20271031T013000Z", parameters: {} });
});

test("a zone with wrong data in the runtime shows the location's local time", () => {
  // Vancouver stays on UTC−7 all year from 2026 on; older time-zone data switches to winter time.
  const { text } = emailAbout("booked", {
    time_zone: "America/Vancouver",
    starts_at: Date.UTC(2027, 0, 15, 18),
  });
  expect(text).toContain("Friday, 15 January 2027 at 11:00 (America/Vancouver, UTC-07:00)");
});

describe("the calendar file", () => {
  test("identifies the entry by appointment, location and people, without the services", () => {
    const { file, calendar } = emailAbout("booked");
    expect(calendar?.method).toBe("REQUEST");
    expect(file.method).toBe("REQUEST");
    const [entry] = file.entries;
    expect(Object.keys(entry ?? {}).sort()).toEqual(
      "ATTENDEE,CLASS,DTEND,DTSTAMP,DTSTART,LOCATION,ORGANIZER,SEQUENCE,STATUS,SUMMARY,UID".split(","),
    );
    expect(entry).toMatchObject({
      UID: { value: "01977f6e-8a51-7c1e-9c0a-5a3f1f2b7d02@daybook" },
      SEQUENCE: { value: "3" },
      DTSTAMP: { value: "20270201T000000Z" },
      DTSTART: { value: "20270301T090000Z" },
      DTEND: { value: "20270301T094500Z" },
      SUMMARY: { value: "Appointment: Salon Lindenhof" },
      LOCATION: { value: "Mitte, Lindenstr. 1, 10115 Berlin" },
      STATUS: { value: "CONFIRMED" },
      ORGANIZER: { value: "mailto:mitte@lindenhof.example", parameters: { CN: "Salon Lindenhof" } },
      ATTENDEE: { value: "MAILTO:zoe@example.com", parameters: { CN: "Zoë Müller", RSVP: "FALSE" } },
    });
  });

  test("a location without an e-mail address uses the sender's as organizer", () => {
    const { file } = emailAbout("booked", { location_email: null });
    expect(file.entries[0]?.ORGANIZER?.value).toBe("mailto:daybook@example.com");
  });

  test("withdraws the entry when the appointment is cancelled or declined, and marks a request as tentative", () => {
    const status = (kind: NotificationKind, more: Partial<NotifiableAppointment>) => {
      const { file } = emailAbout(kind, more);
      return `${file.method} ${file.entries[0]?.STATUS?.value}`;
    };
    expect(status("cancelled", { status: "cancelled" })).toBe("CANCEL CANCELLED");
    expect(status("declined", { status: "declined" })).toBe("CANCEL CANCELLED");
    expect(status("requested", { status: "requested" })).toBe("REQUEST TENTATIVE");
  });
});

describe("text entered by users cannot break the format", () => {
  const HOSTILE =
    'A, B; C: \\n "D"\r\nBcc: eve@example.com\r\n\u2028ATTENDEE:mailto:eve@example.com\r\nEND:VEVENT^n';
  const READ = 'A, B; C: \\n "D" Bcc: eve@example.com ATTENDEE:mailto:eve@example.com END:VEVENT^n';
  const { subject, text, html, file, senderName } = emailAbout("booked", {
    business_name: HOSTILE,
    location_name: HOSTILE,
    first_name: HOSTILE,
    last_name: null,
    service_names: [HOSTILE],
    address: { ...appointment.address, line1: HOSTILE, line2: HOSTILE, city: HOSTILE, region: HOSTILE },
  });

  test("in the e-mail: only the intended lines begin with it", () => {
    expect(subject).toBe(`${READ}: your appointment is confirmed, Monday, 1 March 2027 at 10:00`);
    const lines = text.split("\n");
    expect(lines).toHaveLength(14);
    expect(lines[0]).toBe(`Hello ${READ},`);
    expect(lines[5]).toBe(`What:  ${READ}`);
    expect(lines.filter((line) => /^(Bcc|ATTENDEE|END)/.test(line))).toEqual([]);
  });

  test("in the HTML: it is text, and the name of the sender is one line", () => {
    const { html: hostile } = emailAbout("booked", {
      business_name: '<script>"x"</script>',
      policy: { ...policy, cancellation_text: "<img src=x onerror=alert(1)>" },
    });
    expect(hostile).not.toMatch(/<script|<img/);
    expect(hostile).toContain("&lt;img src=x onerror=alert(1)&gt;");
    expect(html).not.toContain("\r");
    expect(senderName).toBe(READ);
  });

  test("in the calendar file: there is one entry, and its text is read back unchanged", () => {
    expect(file.entries).toHaveLength(1);
    const [entry] = file.entries;
    expect(entry?.SUMMARY?.value).toBe(`Appointment: ${READ}`);
    expect(entry?.LOCATION?.value).toBe(`${READ}, ${READ}, ${READ}, 10115 ${READ}, ${READ}`);
    expect(entry?.ORGANIZER?.parameters.CN).toBe(READ);
    expect(entry?.ATTENDEE?.parameters.CN).toBe(READ);
    expect(entry?.ATTENDEE?.value).toBe("MAILTO:zoe@example.com");
  });
});

test("the position of the postal code follows the country's format", () => {
  const address = {
    ...appointment.address,
    line1: "1 Main St",
    city: "Portland",
    region: "OR",
    postal_code: "97201",
    country: "US",
  };
  expect(emailAbout("booked", { address }).text).toContain("Where: Mitte, 1 Main St, Portland, OR 97201\n");
});
