export { moneyList, moneyPage, moneyParams, moneyQuery } from "./moneyList.ts";
