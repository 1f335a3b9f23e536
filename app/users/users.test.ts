import { beforeEach, describe, expect, test } from 'vitest';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { migrateDatabase, openDatabase, type Database } from '#db/connection.server.ts';
import { approvedEmails, users } from '#db/schema.ts';
import { createLogger } from '../platform/logger.server.ts';
import {
  addApprovedEmail,
  listApprovedEmails,
  removeApprovedEmail,
} from './approved-emails.server.ts';
import { ApprovedEmailList, UserList } from '../people/user-management-card.tsx';
import { deleteUser, listUsers, recordSignIn } from './users.server.ts';
import type { UserView } from './users.ts';

const NOW = new Date('2026-03-29T12:00:00Z');
const clock = () => NOW;
const logger = createLogger({ level: 'silent' });

let db: Database;
let alex: UserView;
let robin: UserView;

/** Makes a user with an approved email; gives the user and the id on the approved list. */
function add(email: string): UserView {
  db.insert(approvedEmails).values({ email, createdAt: NOW }).run();
  return recordSignIn({ db, clock }, { email, firstName: null, lastName: null });
}

const entryOf = (email: string) =>
  listApprovedEmails({ db }).find((entry) => entry.email === email)?.id ?? 0;

beforeEach(() => {
  db = openDatabase(':memory:');
  migrateDatabase(db);
  alex = add('alex@example.com');
  robin = add('robin@example.com');
});

describe('somebody who was removed while their request was on its way', () => {
  const removals: [string, () => void][] = [
    [
      'deleted',
      () => {
        deleteUser({ db, logger }, alex, robin.id);
      },
    ],
    [
      'taken off the list',
      () => {
        removeApprovedEmail({ db, logger }, alex, entryOf(robin.email));
      },
    ],
  ];

  test.each(removals)('changes nothing of who gets in (%s)', (_, remove) => {
    remove();
    const list = () => [db.select().from(users).all(), listApprovedEmails({ db })];
    const before = list();
    expect(() => {
      deleteUser({ db, logger }, robin, alex.id);
    }).toThrow('Unauthorized');
    expect(() => {
      removeApprovedEmail({ db, logger }, robin, entryOf(alex.email));
    }).toThrow('Unauthorized');
    expect(() =>
      addApprovedEmail({ db, clock, logger }, robin, { email: 'x@example.com' }),
    ).toThrow('Unauthorized');
    expect(list()).toEqual(before);
  });
});

test('a user whose email was taken off the list is listed as not approved', () => {
  removeApprovedEmail({ db, logger }, alex, entryOf(robin.email));
  expect(listUsers({ db }).map(({ email, isApproved }) => [email, isApproved])).toEqual([
    ['alex@example.com', true],
    ['robin@example.com', false],
  ]);
});

test('lists without anything say so', () => {
  const currentUser = alex;
  const noUsers = renderToStaticMarkup(createElement(UserList, { users: [], currentUser }));
  const noEmails = renderToStaticMarkup(
    createElement(ApprovedEmailList, { approvedEmails: [], currentUser }),
  );
  expect(noUsers).toContain('No users found');
  expect(noEmails).toContain('No approved emails configured');
});
