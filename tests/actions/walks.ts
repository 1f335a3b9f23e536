import type { Walk } from './walk.ts';
import { AGAIN_WALKS } from './walks/again.ts';
import { LOG_WALKS } from './walks/log.ts';
import { MANY_WALKS } from './walks/many.ts';
import { MONTH_END_WALKS } from './walks/month-end.ts';
import { REVIEW_WALKS } from './walks/review.ts';
import { TIMER_WALKS } from './walks/timer.ts';

/** Every walk, in the order of the table. A subject is a file in `walks/`. */
export const WALKS: Walk[] = [
  ...LOG_WALKS,
  ...AGAIN_WALKS,
  ...MANY_WALKS,
  ...TIMER_WALKS,
  ...REVIEW_WALKS,
  ...MONTH_END_WALKS,
];
