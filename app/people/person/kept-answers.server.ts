import type { Database } from '#db/connection.server.ts';
import type { KnownPerson } from './find-person.server.ts';

/** A kept answer to a form or a call: the number of its row, who was answered, and its JSON. */
export type KeptAnswer = { id: number; userId: number; createdAt: number; answer: string };

const ANSWERS = `select rowid as id, user_id as userId, created_at as createdAt, answer from one_time_keys`;
const LOGGED_BY = `${ANSWERS} where answer like '%"loggedById":%' and exists (
  select 1 from json_tree(answer) part
  where part.key = 'loggedById' and part.value in (select value from json_each(?)))`;

/** The kept answers that say who somebody is: by an email of theirs, or as who logged some work. */
export function answersNaming({ $client }: Database, person: KnownPerson): KeptAnswer[] {
  const { ids, emails } = person;
  const withEmail = $client.prepare<[string], KeptAnswer>(
    `${ANSWERS} where instr(lower(answer), ?)`,
  );
  const found = [
    ...$client.prepare<[string], KeptAnswer>(LOGGED_BY).all(JSON.stringify(ids)),
    ...emails.flatMap((email) =>
      withEmail.all(email).filter(({ answer }) => isNamed(answer, email)),
    ),
  ];
  return [...new Map(found.map((answer) => [answer.id, answer])).values()];
}

/** Whether a text has an email; a longer one that it is a part of, as `joann@…`, is somebody else's. */
function isNamed(text: string, email: string): boolean {
  const pattern = String.raw`(?<![\w.%+-])${email.replace(/\W/g, '\\$&')}(?![\w-]|\.\w)`;
  return new RegExp(pattern, 'i').test(text);
}
