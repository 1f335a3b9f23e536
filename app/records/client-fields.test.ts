import { expect, test } from 'vitest';
import type { Client } from '#db/schema.ts';
import type { FieldsOf } from '../lib/record-fields.ts';
import { CLIENT_FIELDS } from './client-fields.ts';

type WithAnother = Client & { costCentre: string | null };

test('a column of clients that is no field of theirs does not compile', () => {
  // @ts-expect-error -- costCentre is missing
  const fields = CLIENT_FIELDS satisfies FieldsOf<WithAnother>;
  expect(Object.keys(fields)).not.toContain('costCentre');
});

test('an amount is written in pounds in its file, or does not compile', () => {
  const { standardRate, ...others } = CLIENT_FIELDS;
  const asText = { ...standardRate, cell: ['standard_rate', 'text'] } as const;
  // @ts-expect-error -- the rate is money
  const fields = { ...others, standardRate: asText } satisfies FieldsOf<Client>;
  expect(fields.standardRate.cell[1]).toBe('text');
});
