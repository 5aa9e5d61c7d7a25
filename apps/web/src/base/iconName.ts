/** Icons on a 24 × 24 grid with strokes of 1.75. */
export const ICON_PATHS = {
  calendar: "M5 5h14a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM4 10h16M8 3v4M16 3v4",
  clients:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.3a3.5 3.5 0 0 1 0 6.4M18 14a6.5 6.5 0 0 1 3.5 6",
  sales: "M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6",
  reports: "M4 20V4M4 20h16M8 16v-4M12 16V8M16 16v-6",
  menu: "M5 6h14M5 12h14M5 18h9",
  team: "M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 21a7.5 7.5 0 0 1 15 0",
  settings:
    "M4 7h9M17 7h3M4 17h3M11 17h9M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4",
  plus: "M12 5v14M5 12h14",
  close: "M6 6l12 12M18 6L6 18",
  left: "M14.5 6l-6 6 6 6",
  right: "M9.5 6l6 6-6 6",
  down: "M6 9.5l6 6 6-6",
  check: "M5 12.5l4.5 4.5L19 7.5",
  location: "M12 21s7-6 7-11.5A7 7 0 0 0 5 9.5C5 15 12 21 12 21zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  alert: "M12 4l9 16H3zM12 10v4M12 17h.01",
  note: "M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h4",
  form: "M6 4h12v17H6zM9 3h6v3H9zM9 11h6M9 15h6",
  newClient: "M12 3l2.6 5.6 6 .7-4.5 4.1 1.2 6L12 16.400l-5.300 3 1.200-6-4.500-4.100 6-.700z",
  money: "M3 7h18v10H3zM12 14.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM6 10v4M18 10v4",
  question:
    "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.500 9.500a2.500 2.500 0 1 1 3.500 2.300c-.7.3-1 .8-1 1.700M12 17h.01",
  arrived: "M14 4h5v16h-5M10 8l4 4-4 4M14 12H4",
  noShow: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM6 6l12 12",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.500 2",
  block: "M5 5h14v14H5zM5 12l7-7M8 19L19 8M5 18L18 5",
  move: "M12 4v16M4 12h16M9 7l3-3 3 3M9 17l3 3 3-3M7 9l-3 3 3 3M17 9l3 3-3 3",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  print: "M7 8V3h10v5M7 17H4V9h16v8h-3M7 14h10v7H7z",
  refresh: "M20 11a8 8 0 0 0-14.500-4L3 9M3 4v5h5M4 13a8 8 0 0 0 14.500 4l2.500-2M21 20v-5h-5",
  door: "M6 21V3h9l3 2v16zM14 12h.01M3 21h18",
  key: "M8 19a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM11 12l8-8M16 7l3 3",
  webhook: "M4 12h6M14 7l6 5-6 5M10 7v10",
  product: "M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8",
  grip: "M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01",
  offline:
    "M3 3l18 18M8.500 16.500a5 5 0 0 1 6-.8M5 12.500a10 10 0 0 1 4-2.300M19 12.500a10 10 0 0 0-5-2.800M12 20h.01",
} as const;

export type IconName = keyof typeof ICON_PATHS;
