import type { Import } from "./queries.ts";

export type ImportKind = Import["kind"];

/** The message keys that differ by the kind of import. */
export const KIND_TEXTS = {
  clients: {
    intro: "introClients",
    emptyHint: "emptyHint",
    createdCount: "createdCount",
    countCreated: "countCreated",
    run: "run",
    runHint: "runHint",
    nothingNew: "nothingNew",
    runningNow: "runningNow",
    done: "done",
    undoHint: "undoHint",
    chooseRequired: "chooseName",
    chosenTwice: "chosenTwice",
  },
  services: {
    intro: "introServices",
    emptyHint: "emptyHintServices",
    createdCount: "createdServices",
    countCreated: "countServices",
    run: "runServices",
    runHint: "runHintServices",
    nothingNew: "nothingNewServices",
    runningNow: "runningServices",
    done: "doneServices",
    undoHint: "undoHintServices",
    chooseRequired: "chooseServiceFields",
    chosenTwice: "chosenTwiceServices",
  },
  appointments: {
    intro: "introAppointments",
    emptyHint: "emptyHintAppointments",
    createdCount: "createdAppointments",
    countCreated: "countAppointments",
    run: "runAppointments",
    runHint: "runHintAppointments",
    nothingNew: "nothingNewAppointments",
    runningNow: "runningAppointments",
    done: "doneAppointments",
    undoHint: "undoHintAppointments",
    chooseRequired: "chooseAppointmentFields",
    chosenTwice: "chosenTwiceServices",
  },
} as const satisfies Record<ImportKind, Readonly<Record<string, string>>>;

/**
 * The message keys of the fields that a column can fill. For clients, a column can also fill a client field of the business.
 */
export const FIELD_TEXTS = {
  clients: {
    first_name: "fieldFirstName",
    last_name: "fieldLastName",
    full_name: "fieldFullName",
    email: "fieldEmail",
    phone: "fieldPhone",
    second_phone: "fieldSecondPhone",
    alert: "fieldAlert",
    note: "fieldNote",
    patch_test_at: "fieldPatchTest",
    online_booking_blocked: "fieldBlocked",
    external_id: "fieldExternalId",
  },
  services: {
    name: "fieldServiceName",
    category: "fieldCategory",
    description: "fieldDescription",
    duration: "fieldDuration",
    buffer_before: "fieldBufferBefore",
    buffer_after: "fieldBufferAfter",
    price: "fieldPrice",
    price_kind: "fieldPriceKind",
    online_bookable: "fieldOnlineBookable",
    staff: "fieldStaff",
  },
  appointments: {
    starts_at: "fieldStartsAt",
    date: "fieldDate",
    time: "fieldTime",
    client_name: "fieldClientName",
    first_name: "fieldFirstName",
    last_name: "fieldLastName",
    email: "fieldEmail",
    phone: "fieldPhone",
    service: "fieldService",
    staff: "fieldStaffMember",
    location: "fieldLocation",
    duration: "fieldDuration",
    price: "fieldPrice",
    status: "fieldStatus",
    note: "fieldNote",
    external_id: "fieldExternalId",
  },
} as const satisfies Record<ImportKind, Readonly<Record<string, string>>>;

export function kindOf(text: string | undefined): ImportKind {
  return text === "services" || text === "appointments" ? text : "clients";
}
