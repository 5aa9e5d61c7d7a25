import { join } from "node:path";
import { expect, test } from "vitest";
import { readCommand } from "../../src/cli/commandLine.ts";
import { bareDatabase, freshDatabase } from "../fixtures/database.ts";
import { temporaryFolder } from "../fixtures/temporaryFolder.ts";
import { commandHere } from "./commandHere.ts";
import { newDataFolder } from "./daybook.ts";

const work = temporaryFolder("moved");

test("a business moves to another installation, whose command prints the owner's invitation", async () => {
  const [here, there] = [await freshDatabase(), await bareDatabase()];
  const folders = [newDataFolder(), newDataFolder()] as const;
  const settings = (index: 0 | 1) => ({
    DATABASE_URL: [here, there][index]?.connectionString ?? "",
    DAYBOOK_DATA_DIR: folders[index],
  });
  const owner = ["--name", "Haarwerk", "--owner-email", "jana@example.com"];
  const where = ["--country", "DE", "--currency", "EUR", "--time-zone", "Europe/Berlin"];
  expect((await commandHere(["business", "create", ...owner, ...where], settings(0))).code).toBe(0);
  const file = join(work, "haarwerk.daybook");
  const written = await commandHere(["export-business", "haarwerk", file], settings(0));
  expect(written, written.errors).toMatchObject({ code: 0 });
  expect(written.output).toMatch(/haarwerk\.daybook: [\d,]+ rows of \d+ tables, 0 images; verified\.\n$/);
  const moved = await commandHere(["import-business", file], settings(1));
  expect(moved, moved.errors).toMatchObject({ code: 0 });
  expect(moved.output).toMatch(
    /Imported the business "haarwerk": .*\n {2}jana@example\.com {2}owner {2}http:\/\/127\.0\.0\.1:\d+\/invitation\?token=\S{43}\n$/,
  );
  const again = await commandHere(["import-business", file], settings(1));
  expect(again.code).toBe(1);
  expect(again.errors).toMatch(/already exists in this installation\. Nothing was written\.\n$/);
  await Promise.all([here.drop(), there.drop()]);
}, 240_000);

test("both commands name the arguments that they need", () => {
  expect(readCommand(["import-business", "a.daybook"])).toEqual({
    name: "import-business",
    file: "a.daybook",
  });
  expect(readCommand(["export-business", "salon", "a.daybook"])).toEqual({
    name: "export-business",
    business: "salon",
    file: "a.daybook",
  });
  expect(() => readCommand(["import-business"])).toThrow(
    "daybook import-business needs FILE, and accepts no other arguments.",
  );
  expect(() => readCommand(["export-business", "salon"])).toThrow(
    "needs BUSINESS and FILE, and accepts no other arguments.",
  );
});
