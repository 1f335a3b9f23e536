import type { WorkType } from '#db/schema.ts';
import { optionalFlag, optionalLine, optionalText, pounds, requiredLine } from '../lib/fields.ts';
import type { FieldsOf } from '../lib/record-fields.ts';
import { FALLBACK_RATE_PENCE } from './fallback-rate.ts';

const LONGEST_ITEMS_NAME = 30;

/** The fields of a work type, in the order of their file. */
export const WORK_TYPE_FIELDS = {
  name: {
    input: requiredLine('Enter a name for the work type.'),
    label: 'Name',
    cell: ['name', 'text'],
  },
  hourlyRate: { input: pounds(FALLBACK_RATE_PENCE), label: 'Rate', cell: ['hourly_rate', 'money'] },
  description: {
    input: optionalText(2_000),
    label: 'Description',
    cell: ['description', 'text'],
  },
  /** In its file a word for the kind. */
  isHardware: { input: optionalFlag, label: 'Hardware', cell: ['kind', 'text'] },
  isActive: { input: optionalFlag, label: 'Active', cell: ['active', 'flag'] },
  itemsName: {
    input: optionalLine(LONGEST_ITEMS_NAME).optional(),
    label: 'Items are called',
    cell: ['items_name', 'text'],
  },
} as const satisfies FieldsOf<WorkType>;
