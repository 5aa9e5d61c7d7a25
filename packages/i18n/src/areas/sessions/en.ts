export default {
  title: "My sessions",
  intro:
    "The browsers in which you are signed in. Sign out one that you do not know, and change your password.",
  current: "This browser",
  unknownDevice: "Unknown browser",
  opened: "Signed in {when}",
  used: "Last used {when}",
  from: "From {address}",
  end: "Sign out",
  endNamed: "Sign out {device}",
  endOthers: "Sign out all others",
} as const;
