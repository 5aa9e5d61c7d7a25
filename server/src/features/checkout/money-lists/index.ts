export { createdWindow } from "./createdWindow.ts";
export { moneyList, moneyPage, moneyParams, moneyQuery } from "./moneyList.ts";
