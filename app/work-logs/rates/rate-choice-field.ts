import { z } from 'zod';
import { CLIENT_RATES } from './named-rates.ts';

/** The field Rate of a form. */
export const rateChoiceField = z.preprocess(
  (value) => (value === undefined || value === '' ? null : value),
  z.enum([...CLIENT_RATES, 'typed'], 'Choose one of these rates.').nullable(),
);
