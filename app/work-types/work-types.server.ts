import { eq, sql } from 'drizzle-orm';
import { prepared, write, type Database } from '#db/connection.server.ts';
import { hasCode } from '#db/own-files.server.ts';
import { workLogs, workTypes, type WorkType } from '#db/schema.ts';
import type { Services } from '../context.server.ts';
import { notFound, ProductError } from '../lib/errors.ts';
import { toColumns, toTexts } from '../lib/record-fields.ts';
import { WORK_TYPE_FIELDS } from '../records/work-type-fields.ts';
import { soundsLikeHardware, type WorkTypeInput, toWorkTypeView } from './work-types.ts';
import type { PostedForm } from '../http/form/form.server.ts';
import { mergeEdit, only } from '../http/form/made-from.server.ts';

type WorkTypeServices = Pick<Services, 'db' | 'clock'>;

/** The work types that can be chosen or, with `isActive` false, the deleted ones; by name. */
export function listWorkTypes({ db }: Pick<Services, 'db'>, isActive = true): WorkType[] {
  return db
    .select()
    .from(workTypes)
    .where(eq(workTypes.isActive, isActive))
    .orderBy(sql`${workTypes.name} collate nocase`, workTypes.id)
    .all();
}

/** All work types, deleted ones too, sorted by name: old logs can be filtered by them. */
export function listWorkTypeNames({ db }: Pick<Services, 'db'>) {
  return prepared<Pick<WorkType, 'id' | 'name'>>(
    db,
    'select id, name from work_types order by name collate nocase, id',
  ).all();
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

/** One work type that is not deleted; such a one is kept for its logs alone. Throws 404. */
export function getOfferedType(services: Pick<Services, 'db'>, id: number): WorkType {
  const workType = getWorkType(services, id);
  if (!workType.isActive) throw notFound('The work type');
  return workType;
}

/** The columns for an input. Only what has items has a name for them. */
const columnsOf = <Input extends Partial<WorkTypeInput>>(input: Input, isHardware: boolean) => ({
  ...toColumns<WorkType, Input>(WORK_TYPE_FIELDS, input),
  isHardware,
  ...(isHardware ? {} : { itemsName: null }),
});

/** Adds a work type. If the input does not say whether it is hardware, its name decides. */
export function createWorkType({ db, clock }: WorkTypeServices, input: WorkTypeInput): WorkType {
  const now = clock();
  const isHardware = input.isHardware ?? soundsLikeHardware(input.name);
  return write(db, () =>
    db
      .insert(workTypes)
      .values({ ...columnsOf(input, isHardware), createdAt: now, updatedAt: now })
      .returning()
      .get(),
  );
}

/**
 * Changes the fields of a work type that `change` names; existing logs keep their rates. The
 * trigger `work_types_version` raises its version. Throws 404 (for a deleted one too), and 409 when
 * its kind, time or hardware, would change while logs use it.
 */
export function updateWorkType(
  services: WorkTypeServices,
  id: number,
  change: Partial<WorkTypeInput>,
): WorkType {
  return write(services.db, () => {
    const existing = getOfferedType(services, id);
    const isHardware = change.isHardware ?? existing.isHardware;
    if (isHardware !== existing.isHardware && isUsed(services.db, id)) {
      throw new ProductError(409, KIND_IS_USED, [{ path: 'isHardware', message: KIND_IS_USED }]);
    }
    services.db
      .update(workTypes)
      .set({ ...columnsOf(change, isHardware), updatedAt: services.clock() })
      .where(eq(workTypes.id, id))
      .run();
    return getWorkType(services, id);
  });
}

function isUsed(db: Database, id: number): boolean {
  const one = db.select({ id: workLogs.id }).from(workLogs).where(eq(workLogs.workTypeId, id));
  return one.limit(1).get() !== undefined;
}

const KIND_IS_USED =
  'Work logs use this work type, so you cannot switch it between time and hardware. Add another work type instead.';

/** Deletes a work type; the row stays for what refers to it, and can be brought back. Throws 404. */
export function deleteWorkType(
  { db, clock, logger }: WorkTypeServices & Pick<Services, 'logger'>,
  id: number,
): void {
  write(db, () => {
    getOfferedType({ db }, id);
    db.update(workTypes)
      .set({ isActive: false, updatedAt: clock() })
      .where(eq(workTypes.id, id))
      .run();
    deleteUnnamed(db, id);
  });
  logger.info({ event: 'deleted', record: `work-type:${id}` }, 'A work type was deleted');
}

function deleteUnnamed(db: Database, id: number): void {
  try {
    write(db, () => db.delete(workTypes).where(eq(workTypes.id, id)).run());
  } catch (error) {
    if (!hasCode(error, 'SQLITE_CONSTRAINT_FOREIGNKEY')) throw error;
  }
}

/** Brings a deleted work type back, so that forms offer it again. Throws 404. */
export function restoreWorkType(services: WorkTypeServices, id: number): WorkType {
  return write(services.db, () => {
    services.db
      .update(workTypes)
      .set({ isActive: true, updatedAt: services.clock() })
      .where(eq(workTypes.id, id))
      .run();
    return getWorkType(services, id);
  });
}

/** The texts in the edit form's fields. */
export function typeFormValues(workType: WorkType) {
  const texts = toTexts(toWorkTypeView(workType), ['id']);
  return { ...texts, isHardware: workType.isHardware ? 'on' : 'off' };
}

/** Saves the form, merged with others' changes. Throws what `updateWorkType` throws, and `EditConflict`. */
export function saveEditedType(
  services: WorkTypeServices,
  id: number,
  form: PostedForm<unknown>,
  input: WorkTypeInput,
): WorkType {
  return write(services.db, () => {
    const workType = getWorkType(services, id);
    const { changed } = mergeEdit(form, {
      version: workType.version,
      values: typeFormValues(workType),
      say: (name, text) => {
        if (name === 'isHardware') return text === 'on' ? 'hardware' : 'not hardware';
        return name === 'hourlyRate' ? `£${text}` : text;
      },
    });
    return updateWorkType(services, id, only(input, changed));
  });
}
