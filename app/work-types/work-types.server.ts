import { and, eq, sql } from 'drizzle-orm';
import { write, type Database } from '#db/connection.server.ts';
import { pendingWorkLogs, workLogs, workTypes, type WorkType } from '#db/schema.ts';
import type { Services } from '../context.server.ts';
import { notFound } from '../lib/errors.ts';
import { soundsLikeHardware, type WorkTypeInput } from './work-types.ts';

type WorkTypeServices = Pick<Services, 'db' | 'clock'>;

/** The work types that new work can be logged as (or, with false, the deleted ones), by name. */
export function listWorkTypes({ db }: Pick<Services, 'db'>, isActive = true): WorkType[] {
  return db
    .select()
    .from(workTypes)
    .where(eq(workTypes.isActive, isActive))
    .orderBy(sql`${workTypes.name} collate nocase`, workTypes.id)
    .all();
}

/** One work type, deleted or not, or null. */
export function findWorkType({ db }: Pick<Services, 'db'>, id: number): WorkType | null {
  return db.select().from(workTypes).where(eq(workTypes.id, id)).get() ?? null;
}

/** One work type, deleted or not. Throws 404. */
export function getWorkType(services: Pick<Services, 'db'>, id: number): WorkType {
  const workType = findWorkType(services, id);
  if (!workType) throw notFound('The work type');
  return workType;
}

function toColumns(input: WorkTypeInput, isHardware: boolean) {
  const { name, description, hourlyRate } = input;
  return { name, description, hourlyRatePence: hourlyRate, isHardware };
}

/** Adds a work type; it is hardware when told so or, not told, when its name says so. */
export function createWorkType({ db, clock }: WorkTypeServices, input: WorkTypeInput): WorkType {
  const now = clock();
  const isHardware = input.isHardware ?? soundsLikeHardware(input.name);
  return db
    .insert(workTypes)
    .values({ ...toColumns(input, isHardware), createdAt: now, updatedAt: now })
    .returning()
    .get();
}

/** Changes a work type; logs that exist keep the rate they were made with. Throws 404. */
export function updateWorkType(
  { db, clock }: WorkTypeServices,
  id: number,
  input: WorkTypeInput,
): WorkType {
  return write(db, () => {
    const existing = db
      .select()
      .from(workTypes)
      .where(and(eq(workTypes.id, id), eq(workTypes.isActive, true)))
      .get();
    if (!existing) throw notFound('The work type');
    return db
      .update(workTypes)
      .set({ ...toColumns(input, input.isHardware ?? existing.isHardware), updatedAt: clock() })
      .where(eq(workTypes.id, id))
      .returning()
      .get();
  });
}

/**
 * Deletes a work type. One that logs or imported tasks refer to only leaves the pickers: they
 * keep its name, and it can be brought back. Throws 404.
 */
export function deleteWorkType({ db, clock }: WorkTypeServices, id: number): void {
  write(db, () => {
    const existing = db
      .select({ id: workTypes.id })
      .from(workTypes)
      .where(and(eq(workTypes.id, id), eq(workTypes.isActive, true)))
      .get();
    if (!existing) throw notFound('The work type');
    if (isNamed(db, id)) {
      db.update(workTypes)
        .set({ isActive: false, updatedAt: clock() })
        .where(eq(workTypes.id, id))
        .run();
    } else {
      db.delete(workTypes).where(eq(workTypes.id, id)).run();
    }
  });
}

/** Whether a work log or an imported task refers to the work type. */
function isNamed(db: Database, id: number): boolean {
  return [workLogs, pendingWorkLogs].some((table) =>
    db.select({ id: table.id }).from(table).where(eq(table.workTypeId, id)).limit(1).get(),
  );
}

/** Puts a deleted work type back into the pickers. Throws 404. */
export function restoreWorkType({ db, clock }: WorkTypeServices, id: number): WorkType {
  const [workType] = db
    .update(workTypes)
    .set({ isActive: true, updatedAt: clock() })
    .where(eq(workTypes.id, id))
    .returning()
    .all();
  if (!workType) throw notFound('The work type');
  return workType;
}
