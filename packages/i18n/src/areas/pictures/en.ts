export default {
  upload: "Upload",
  replace: "Replace",
  remove: "Remove",
  photo: "Photo",
  photoHint: "Clients see it on the booking page. The middle is cut out as a square.",
  logo: "Logo",
  logoHint:
    "At the top of the booking page. At most 640 × 240 pixels are kept; PNG with a transparent background works best.",
} as const;
