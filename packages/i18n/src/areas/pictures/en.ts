export default {
  upload: "Upload",
  replace: "Replace",
  remove: "Remove",
  photo: "Photo",
  photoHint: "Clients see it on the booking page. You choose a square of it.",
  logo: "Logo",
  logoHint:
    "At the top of the booking page. At most 640 × 240 pixels are kept; PNG with a transparent background works best.",
  cropTitle: "Crop the picture",
  shape: "Shape",
  original: "Original",
  wide: "Wide",
  square: "Square",
  cropArea: "Part of the picture: move with the arrow keys",
  zoom: "Zoom",
  use: "Use this part",
} as const;
