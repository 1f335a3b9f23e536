import { eq } from 'drizzle-orm';
import type { Actor } from '#db/history/acting.server.ts';
import { users } from '#db/schema.ts';
import type { Services } from '../context.server.ts';
import { displayName } from './users.ts';

/** In whose name work goes on that a person began: that person, or the job where there is nobody any more. */
export function actorOf({ db }: Pick<Services, 'db'>, userId: number | null, job: string): Actor {
  const { id, email, firstName, lastName } = users;
  const user = db
    .select({ id, email, firstName, lastName })
    .from(users)
    .where(eq(users.id, userId ?? 0))
    .get();
  return user ? { userId: user.id, name: displayName(user) } : { userId: null, name: job };
}
