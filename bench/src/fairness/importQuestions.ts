import type { Question, Send } from "./worstQuestions.ts";

const ROWS = 20_000;
/** The number of imports that the requests use in turn, so that concurrent requests rarely wait for the same import. */
const IMPORTS = 12;
const COLUMNS = Array.from({ length: 100 }, (_, index) => `c${index}`);
/** A file with the maximum numbers of rows and columns. Its size is nearly 10 MB, the maximum. */
const MANY_CELLS = [COLUMNS, ...Array.from({ length: ROWS }, () => COLUMNS.map(() => "1234"))]
  .map((cells) => cells.join(","))
  .join("\n");
/** A file with a single line that contains the maximum number of cells. */
const ONE_LINE = ",1234".repeat(1_990_000);
/** Clients with the same name and different telephone numbers. Each client is a possible duplicate of all the others. */
const NAMESAKES = [
  "first name,last name,phone,second phone,note",
  ...Array.from(
    { length: ROWS },
    (_, index) => `Ada,Ada,0151${1e7 + index},0152${1e7 + index},${"n".repeat(440)}`,
  ),
].join("\n");
const TARGETS = ["first_name", "last_name", "phone", "second_phone", "note"];
/** Invalid telephone numbers, so that every row has a problem. */
const PROBLEMS = [
  "phone,note",
  ...Array.from({ length: ROWS }, (_, index) => `${index}x,"${"\n".repeat(450)}"`),
].join("\n");

/** Returns the most expensive import requests. */
export async function importQuestions(send: Send): Promise<Question[]> {
  const uploaded = async (file: string) => {
    const form = new FormData();
    form.set("kind", "clients");
    form.set("file", new Blob([file], { type: "text/csv" }), "clients.csv");
    return (await send("POST", "/imports", form)).data.id;
  };
  const ids: string[] = [];
  for (let number = 0; number < IMPORTS; number++) ids.push(await uploaded(NAMESAKES));
  const wrong = await uploaded(PROBLEMS);
  await send("PUT", `/imports/${wrong}/mapping`, { targets: ["phone", "note"], phone_country: "DE" });
  const inApp = { isInApp: true } as const;
  return [
    {
      name: "assign the columns of an import",
      method: "PUT",
      path: ids.map((id) => `/imports/${id}/mapping`),
      body: () => ({ targets: TARGETS, phone_country: "DE" }),
      ...inApp,
    },
    { name: "list the rows of an import", method: "GET", path: `/imports/${wrong}/rows?limit=100`, ...inApp },
    { name: "problems of an import as CSV", method: "GET", path: `/imports/${wrong}/errors`, ...inApp },
    {
      name: "upload a file of two million cells",
      method: "POST",
      path: "/imports",
      file: MANY_CELLS,
      ...inApp,
    },
    {
      name: "upload a file of one line",
      method: "POST",
      path: "/imports",
      file: ONE_LINE,
      refusedWith: 422,
      ...inApp,
    },
  ];
}
