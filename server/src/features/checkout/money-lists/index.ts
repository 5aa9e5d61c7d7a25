export { moneyList, moneyPage, moneyQuery } from "./moneyList.ts";
