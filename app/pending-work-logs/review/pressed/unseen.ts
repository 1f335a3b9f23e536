import type { PersonField } from '../../suggest/suggestions.ts';

/** What of an entry ends in its work log, and may come without a person. */
const BILLED = [
  'clientId',
  'workTypeId',
  'duration',
  'description',
  'billable',
  'estimatedHourlyRate',
] as const satisfies PersonField[];
export type BilledField = (typeof BILLED)[number];

/**
 * Those of an entry's fields which nobody has seen as they are: they hold something else than a page
 * showed, and no person has set them. A rate that came with a person's client or work type is that
 * person's, too.
 */
export function unseenOf(
  setByPerson: PersonField[],
  isOther: (field: BilledField) => boolean,
): BilledField[] {
  const others = BILLED.filter(isOther);
  const isPersons = (field: BilledField) => setByPerson.includes(field);
  const isMoved = others.some(
    (field) => (field === 'clientId' || field === 'workTypeId') && isPersons(field),
  );
  return others.filter(
    (field) => !isPersons(field) && !(field === 'estimatedHourlyRate' && isMoved),
  );
}
