import { expect, test } from "vitest";
import { refusedFields, testApp } from "../../../../test/fixtures/testApp.ts";
import { newId } from "../../../kernel/ids.ts";

const open = await testApp({ isShared: true });

const at = (time: string) => `2027-03-08T${time}:00+01:00`;

test("a block is refused for every field that is wrong", async () => {
  const { salon, call } = open;
  const other = await testApp({ beside: open });
  const cases: [object, string[]][] = [
    [
      { location_id: undefined, starts_at: undefined, ends_at: undefined },
      ["/ends_at", "/location_id", "/starts_at"],
    ],
    [{ staff_id: undefined }, ["/staff_id"]],
    [{ staff_id: null, resource_id: null }, ["/staff_id"]],
    [{ resource_id: salon.roomId }, ["/staff_id"]],
    [{ staff_id: newId() }, ["/staff_id"]],
    [{ staff_id: other.salon.anna }, ["/staff_id"]],
    [{ staff_id: undefined, resource_id: other.salon.roomId }, ["/resource_id"]],
    [{ staff_id: undefined, resource_id: salon.anna }, ["/resource_id"]],
    [{ location_id: other.salon.locationId }, ["/location_id"]],
    [{ ends_at: at("12:00") }, ["/ends_at"]],
    [{ ends_at: at("11:00"), location_id: newId() }, ["/ends_at", "/location_id"]],
    [{ starts_at: "2027-03-08T12:00:00", ends_at: "2027-03-08" }, ["/ends_at", "/starts_at"]],
    [{ label: "ü".repeat(201) }, ["/label"]],
    [{ label: 1, staff_id: "x" }, ["/label", "/staff_id"]],
    [{ every_days: 7 }, ["/occurrences"]],
    [{ occurrences: 2 }, ["/every_days"]],
    [{ every_days: 0, occurrences: 1 }, ["/every_days", "/occurrences"]],
    [{ every_days: 29, occurrences: 91 }, ["/every_days", "/occurrences"]],
    [{ every_days: "7", occurrences: 2.5 }, ["/every_days", "/occurrences"]],
    [{ color: "red" }, ["/color"]],
  ];
  for (const [more, fields] of cases) {
    const input = {
      location_id: salon.locationId,
      staff_id: salon.anna,
      starts_at: at("12:00"),
      ends_at: at("13:00"),
    };
    expect(refusedFields(await call("POST", "/blocks", { ...input, ...more }))).toEqual(fields);
  }
  expect((await call("GET", "/blocks")).body.data.items).toEqual([]);
});
