export default {
  title: "Calendar",
} as const;
