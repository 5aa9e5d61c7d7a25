import { describe, expect, test } from "vitest";
import { bookingOf, refusedFields, testApp } from "../../../../test/fixtures/testApp.ts";
import { newId } from "../../../kernel/ids.ts";

const open = await testApp({ isShared: true });

const repeat = (startsAt: string, more: object = {}, items?: [string, string][]) =>
  open.call("POST", "/appointments/recurring", {
    ...bookingOf(open.salon, startsAt, items ?? [[open.salon.cut, open.salon.anna]]),
    every_weeks: 1,
    occurrences: 3,
    ...more,
  });
const starts = (answer: Awaited<ReturnType<typeof repeat>>) =>
  answer.body.data.created.map((appointment: { starts_at: string }) => appointment.starts_at);

describe("a recurring booking", () => {
  test("keeps its wall time over a clock change and answers 200 with its series", async () => {
    const answer = await repeat("2027-03-15T09:00:00+01:00", { every_weeks: 2 });
    expect(answer.status).toBe(200);
    expect(starts(answer)).toEqual([
      "2027-03-15T09:00:00+01:00",
      "2027-03-29T09:00:00+02:00",
      "2027-04-12T09:00:00+02:00",
    ]);
    const { series_id, created, conflicts } = answer.body.data;
    expect(conflicts).toEqual([]);
    for (const appointment of created) {
      expect(appointment.series_id).toBe(series_id);
      expect((await open.call("GET", `/appointments/${appointment.id}`)).body.data).toEqual(appointment);
    }
  });

  test("moves an hour that the change skips forward, and takes the first of one that occurs twice", async () => {
    expect(starts(await repeat("2027-03-21T02:30:00+01:00", { occurrences: 2 }))).toEqual([
      "2027-03-21T02:30:00+01:00",
      "2027-03-28T03:30:00+02:00",
    ]);
    expect(starts(await repeat("2027-10-24T02:30:00+02:00", { occurrences: 2 }))[1]).toBe(
      "2027-10-31T02:30:00+02:00",
    );
  });

  test("skips taken dates and names the conflicts", async () => {
    const { salon, book, call } = open;
    const appointment = (await book("2027-05-03T09:30:00+02:00", salon.cut)).body.data;
    const room = (await book("2027-05-10T09:00:00+02:00", salon.massage, salon.ben)).body.data;
    const block = { location_id: salon.locationId, staff_id: salon.anna };
    await call("POST", "/blocks", {
      ...block,
      starts_at: "2027-05-17T00:00:00Z",
      ends_at: "2027-05-18T00:00:00Z",
    });
    const answer = await repeat("2027-05-03T09:00:00+02:00", { occurrences: 4 }, [
      [salon.massage, salon.anna],
    ]);
    expect(starts(answer)).toEqual(["2027-05-24T09:00:00+02:00"]);
    const skipped = (date: string, reason: string, appointment_id: string | null) => ({
      starts_at: `2027-05-${date}T09:00:00+02:00`,
      ends_at: `2027-05-${date}T10:00:00+02:00`,
      reason,
      appointment_id,
    });
    expect(room.id).not.toBe(appointment.id);
    expect(answer.body.data.conflicts).toEqual([
      skipped("03", "appointment", appointment.id),
      skipped("10", "resource", null),
      skipped("17", "block", null),
    ]);
  });

  test("may find every date taken", async () => {
    const again = () => repeat("2027-06-07T09:00:00+02:00", { occurrences: 1 });
    expect((await again()).body.data.created).toHaveLength(1);
    const answer = await again();
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ created: [], conflicts: [{ reason: "appointment" }] });
  });

  test("skips dates that overlap its own appointments of more than a week", async () => {
    const day = await open.addService({ duration_minutes: 1440 });
    const items = Array.from({ length: 8 }, (): [string, string] => [day, open.salon.ben]);
    const answer = await repeat("2028-01-03T00:00:00+01:00", {}, items);
    expect(starts(answer)).toEqual(["2028-01-03T00:00:00+01:00", "2028-01-17T00:00:00+01:00"]);
    expect(answer.body.data.conflicts).toMatchObject([
      { starts_at: "2028-01-10T00:00:00+01:00", appointment_id: answer.body.data.created[0].id },
    ]);
  });

  test("accepts 52 occurrences every 52 weeks, and the status requested", async () => {
    const answer = await repeat("2029-01-01T09:00:00+01:00", {
      every_weeks: 52,
      occurrences: 52,
      status: "requested",
    });
    expect(answer.body.data.created).toHaveLength(52);
    expect(answer.body.data.created[51]).toMatchObject({
      status: "requested",
      starts_at: "2079-10-30T09:00:00+01:00",
    });
  });
});

describe("a recurring booking is refused", () => {
  test.each([
    ["0 weeks", { every_weeks: 0 }, ["/every_weeks"]],
    ["53 weeks", { every_weeks: 53 }, ["/every_weeks"]],
    ["0 times", { occurrences: 0 }, ["/occurrences"]],
    ["53 times", { occurrences: 53 }, ["/occurrences"]],
    ["half weeks", { every_weeks: 1.5 }, ["/every_weeks"]],
    ["numbers as text", { every_weeks: "1", occurrences: "2" }, ["/every_weeks", "/occurrences"]],
    ["without either", { every_weeks: undefined, occurrences: undefined }, ["/every_weeks", "/occurrences"]],
    ["an unknown field", { every_days: 1 }, ["/every_days"]],
    ["what a booking is refused for", { items: [], client_id: "x" }, ["/client_id", "/items"]],
    ["a client that is not there", { client_id: newId() }, ["/client_id"]],
    [
      "a location that is not there",
      { location_id: newId(), client_id: newId() },
      ["/client_id", "/location_id"],
    ],
  ])("%s", async (_name, wrong, fields) => {
    expect(refusedFields(await repeat("2027-07-05T09:00:00+02:00", wrong))).toEqual(fields);
  });

  test("beyond the year 2200", async () => {
    const answer = await repeat("2200-12-01T09:00:00Z", { every_weeks: 52, occurrences: 2 });
    expect(refusedFields(answer)).toEqual(["/occurrences"]);
  });
});
