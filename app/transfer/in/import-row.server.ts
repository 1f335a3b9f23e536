import { eq } from 'drizzle-orm';
import { imports, type ImportRow } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { notFound } from '../../lib/errors.ts';
import { readChoices } from './choices.ts';

/** The row of an import: found, and changed. */

/** One import by its id, or null. */
export function findImport({ db }: Pick<Services, 'db'>, id: number): ImportRow | null {
  return db.select().from(imports).where(eq(imports.id, id)).get() ?? null;
}

/** One import. Throws 404. */
export function getImport(services: Pick<Services, 'db'>, id: number): ImportRow {
  const row = findImport(services, id);
  if (row === null) throw notFound('The import');
  return row;
}

/** An import that was begun. Throws 404 for a file that somebody only looks at. */
export function getBegunImport(services: Pick<Services, 'db'>, id: number): ImportRow {
  const row = getImport(services, id);
  const isLook =
    row.status === 'waiting' ||
    (row.status === 'reading' && !readChoices(row.choices).writesAtOnce);
  if (isLook) throw notFound('The import');
  return row;
}

/** Changes the row of an import. */
export function setImport(
  { db }: Pick<Services, 'db'>,
  id: number,
  values: Partial<ImportRow>,
): void {
  db.update(imports).set(values).where(eq(imports.id, id)).run();
}
