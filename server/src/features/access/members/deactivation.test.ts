import { expect, test } from "vitest";
import { emailingServer } from "../../../../test/fixtures/emailingServer.ts";
import { type Browser, signedIn } from "../../../../test/fixtures/signedIn.ts";
import { untilTransactionWaits } from "../../../../test/races/waiting.ts";
import { settableClock } from "../../../kernel/clock.ts";
import type { Role } from "../../../kernel/scopes.ts";
import { createStaffMember, updateStaffMember } from "../../business/staff/index.ts";
import { addMembership } from "../accounts/index.ts";
import { acceptInvitation } from "./acceptInvitation.ts";

const NOW = Date.UTC(2027, 2, 29, 7, 30);
const clock = settableClock(NOW);
const server = await emailingServer({ clock });
const { database, connectionString, emailServer } = server;

/** Creates a business with a new user as its owner. */
async function opened() {
  const owner = await signedIn(server);
  const business = { name: "Haarwerk", type: "salon", time_zone: "Europe/Berlin" };
  const created = await owner.call("POST", "/businesses", { ...business, currency: "EUR", country: "DE" });
  const businessId: string = created.body.data.id;
  const addStaffMember = async () => {
    const wanted = { first_name: "Ben", location_ids: [] };
    return (await database.transaction((tx) => createStaffMember(tx, businessId, wanted, NOW))).id;
  };
  return {
    owner,
    businessId,
    addStaffMember,
    /** Creates a user with this role who is linked to a new staff member. */
    joined: async (role: Role) => {
      const [person, staffId] = [await signedIn(server), await addStaffMember()];
      const membership = { userId: person.userId, businessId, role, staffId, now: NOW };
      await database.transaction((tx) => addMembership(tx, membership));
      return { ...person, staffId };
    },
    deactivate: (by: Browser, staffId: string) =>
      by.call("PATCH", `/businesses/${businessId}/staff/${staffId}`, { active: false }),
    /** Sends an invitation and returns its token. */
    invite: async (email: string, staff_id: string) => {
      const sent = { email, role: "staff", staff_id };
      const invited = await owner.call("POST", `/businesses/${businessId}/invitations`, sent);
      expect(invited.status, invited.text).toBe(201);
      const message = emailServer.receivedEmails.findLast(({ to }) => to[0] === email);
      return String(/invitation\?token=(\S+)/.exec(message?.text ?? "")?.[1]);
    },
    statusFor: async (who: Browser) => (await who.call("GET", `/businesses/${businessId}/staff`)).status,
  };
}

test.each(["staff", "reception", "manager"] as const)(
  "an owner who deactivates a staff member with the role %s ends their access with the next request",
  async (role) => {
    const salon = await opened();
    const ben = await salon.joined(role);
    expect(await salon.statusFor(ben)).toBe(200);
    const changed = await salon.deactivate(salon.owner, ben.staffId);
    expect([changed.status, changed.body.data.active, changed.body.data.remaining_membership]).toEqual([
      200,
      false,
      null,
    ]);
    expect(await salon.statusFor(ben)).toBe(404);
    expect((await ben.call("GET", "/me")).body.data.memberships).toEqual([]);
    // Reactivating the staff member does not restore access.
    await salon.owner.call("PATCH", `/businesses/${salon.businessId}/staff/${ben.staffId}`, { active: true });
    expect(await salon.statusFor(ben)).toBe(404);
  },
);

test("an owner's membership remains and is named, also the last owner's", async () => {
  const salon = await opened();
  const second = await salon.joined("owner");
  const link = { staff_id: await salon.addStaffMember() };
  const path = `/businesses/${salon.businessId}/members/${salon.owner.userId}`;
  expect((await salon.owner.call("PATCH", path, link)).status).toBe(200);
  for (const [userId, staffId] of [
    [second.userId, second.staffId],
    [salon.owner.userId, link.staff_id],
  ] as const) {
    const changed = await salon.deactivate(salon.owner, staffId);
    expect([changed.status, changed.body.data.remaining_membership]).toEqual([
      200,
      { user_id: userId, role: "owner" },
    ]);
  }
  expect([await salon.statusFor(salon.owner), await salon.statusFor(second)]).toEqual([200, 200]);
});

test("a manager ends the access of staff, but not their own or another manager's, which is named", async () => {
  const salon = await opened();
  const [manager, other, ben] = [
    await salon.joined("manager"),
    await salon.joined("manager"),
    await salon.joined("staff"),
  ];
  for (const { userId, staffId } of [other, manager]) {
    const changed = await salon.deactivate(manager, staffId);
    expect([changed.status, changed.body.data.remaining_membership]).toEqual([
      200,
      { user_id: userId, role: "manager" },
    ]);
  }
  expect((await salon.deactivate(manager, ben.staffId)).body.data.remaining_membership).toBeNull();
  expect([await salon.statusFor(manager), await salon.statusFor(other)]).toEqual([200, 200]);
  expect(await salon.statusFor(ben)).toBe(404);
});

test("another change than active: false ends no access", async () => {
  const salon = await opened();
  const ben = await salon.joined("staff");
  const path = `/businesses/${salon.businessId}/staff/${ben.staffId}`;
  for (const change of [{ bookable: false }, { active: true }, { title: "Stylist" }])
    expect((await salon.owner.call("PATCH", path, change)).body.data.remaining_membership).toBeNull();
  expect(await salon.statusFor(ben)).toBe(200);
});

test("no user is linked to an inactive staff member, by an earlier invitation either", async () => {
  const salon = await opened();
  const [staffId, ben, reception] = [
    await salon.addStaffMember(),
    await signedIn(server),
    await salon.joined("reception"),
  ];
  const token = await salon.invite(ben.email, staffId);
  await salon.deactivate(salon.owner, staffId);
  const answers = [
    await ben.call("POST", "/invitations/accept", { token }),
    await salon.owner.call("POST", `/businesses/${salon.businessId}/invitations`, {
      email: "late@example.com",
      role: "staff",
      staff_id: staffId,
    }),
    await salon.owner.call("PATCH", `/businesses/${salon.businessId}/members/${reception.userId}`, {
      staff_id: staffId,
    }),
  ];
  const message = "is not an active staff member of this business";
  const problems = [
    { path: "/token", message: `is an invitation whose staff member ${message}` },
    { path: "/staff_id", message },
    { path: "/staff_id", message },
  ];
  expect(answers.map(({ status, body }) => [status, body.details.fields])).toEqual(
    problems.map((problem) => [422, [problem]]),
  );
  expect(await salon.statusFor(ben)).toBe(404);
  // The rejected attempt did not use up the invitation.
  await salon.owner.call("PATCH", `/businesses/${salon.businessId}/staff/${staffId}`, { active: true });
  expect((await ben.call("POST", "/invitations/accept", { token })).status).toBe(200);
});

/** Runs two transactions; the second waits for the lock of the first. */
async function inOrder(first: Parameters<typeof database.transaction>[0], second: () => Promise<unknown>) {
  const [done, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const committed = database.transaction(async (tx) => {
    await first(tx);
    done.resolve();
    await released.promise;
  });
  await done.promise;
  const waiting = second();
  await untilTransactionWaits(connectionString);
  released.resolve();
  await committed;
  return waiting;
}

test("a user who joins while their staff member is deactivated has no access, in either order", async () => {
  const salon = await opened();
  for (const isJoiningFirst of [true, false]) {
    const [staffId, ben] = [await salon.addStaffMember(), await signedIn(server)];
    const token = await salon.invite(ben.email, staffId);
    if (isJoiningFirst)
      await inOrder(
        (tx) => acceptInvitation(tx, ben.userId, token, NOW),
        () => salon.deactivate(salon.owner, staffId),
      );
    else
      await inOrder(
        (tx) => updateStaffMember(tx, salon.businessId, staffId, { active: false }, NOW, true),
        () => ben.call("POST", "/invitations/accept", { token }),
      );
    expect(await salon.statusFor(ben)).toBe(404);
  }
});
