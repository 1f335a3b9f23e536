import { z } from 'zod';
import { id, pounds, text, Timer } from '../records/answers.server.ts';

/** What the API answers about work logs beside these themselves. */

const pence = z.int().min(0).describe('Pence');

/** The names that a line may have, and today in the business time zone. */
export const LineNames = z
  .strictObject({
    options: z.strictObject({
      clients: z.array(
        z.strictObject({
          id,
          name: text,
          standardRatePence: pence,
          premiumRatePence: pence,
          discountedRatePence: pence.nullable(),
          label: text.optional(),
        }),
      ),
      workTypes: z.array(
        z.strictObject({
          id,
          name: text,
          hourlyRatePence: pence,
          isHardware: z.boolean(),
          itemsName: text.optional(),
          label: text,
          isOnSite: z.boolean(),
        }),
      ),
      jobs: z
        .array(
          z.strictObject({
            id,
            clientId: id,
            name: text,
            hourlyRatePence: pence.nullable(),
            clientName: text,
          }),
        )
        .optional(),
      lastUsed: z.strictObject({ clients: z.array(id), workTypes: z.array(id) }),
      hasVat: z.boolean(),
    }),
    today: z.iso.date(),
  })
  .meta({ title: 'LineNames' });

/** Which logs were changed, and which were left, and why. */
export const Changed = z.strictObject({
  changed: z.int().min(0),
  ids: z.array(id),
  left: z.array(z.strictObject({ id, message: text })),
});

export const Repriced = z.strictObject({
  count: z.int().min(0),
  before: pounds,
  after: pounds,
  logs: z.array(z.strictObject({ id, before: pounds, after: pounds, hourlyRate: pounds })),
});

export const TimerOrNone = z.union([Timer, z.strictObject({ running: z.literal(false) })]);

/** Why the work of a timer that was stopped is not logged yet. */
export const NotLogged = z.strictObject({
  message: text,
  missing: z.array(text).describe('The fields that lack a value'),
  forgotten: z.literal(true).optional(),
});
