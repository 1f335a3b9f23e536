import { eq } from 'drizzle-orm';
import { imports, type ImportRow } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { notFound } from '../../lib/errors.ts';
import { NO_CHOICES, type Choices, type Survey } from './choices.ts';

type Reading = Pick<Services, 'db'>;

/** An import: its row, with what was chosen for its file, and what was found in it. */
export type Import = Omit<ImportRow, 'choices' | 'survey'> & {
  choices: Choices;
  /** Null until it was read. */
  survey: Survey | null;
};

/** A row as an import. */
export function toImport({ choices, survey, ...row }: ImportRow): Import {
  return {
    ...row,
    choices: { ...NO_CHOICES, ...(JSON.parse(choices) as Partial<Choices>) },
    survey: survey === null ? null : (JSON.parse(survey) as Survey),
  };
}

/** One import by its id, or null. */
export function findImport({ db }: Reading, id: number): Import | null {
  const row = db.select().from(imports).where(eq(imports.id, id)).get();
  return row ? toImport(row) : null;
}

/** One import. Throws 404. */
export function getImport(services: Reading, id: number): Import {
  const row = findImport(services, id);
  if (row === null) throw notFound('The import');
  return row;
}

/** An import that was begun. Throws 404 for a file that somebody only looks at. */
export function getBegunImport(services: Reading, id: number): Import {
  const row = getImport(services, id);
  const isRead = row.status === 'reading' && !row.choices.writesAtOnce;
  if (isRead || row.status === 'waiting') throw notFound('The import');
  return row;
}

/** Changes an import. */
export function setImport(
  { db }: Reading,
  id: number,
  { choices, survey, ...values }: Partial<Import>,
): void {
  const json = {
    choices: choices && JSON.stringify(choices),
    survey: survey && JSON.stringify(survey),
  };
  db.update(imports)
    .set({ ...values, ...json })
    .where(eq(imports.id, id))
    .run();
}
