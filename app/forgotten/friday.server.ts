import { dayOf, instantsOf, mondayOf, addToDay } from '../lib/calendar.ts';
import { formatCount } from '../lib/count.ts';
import { formatPounds, toDecimalString } from '../lib/money.ts';
import type { Watch } from '../webhooks/events.ts';
import { countOf, findForgotten } from './forgotten.server.ts';

/** Tells on Friday at three in the afternoon how much may be forgotten, if anything is. */
export const FORGOTTEN_ON_FRIDAY: Watch = {
  type: 'work.forgotten',
  look: (services) => {
    const { clock, config } = services;
    const now = clock();
    const today = dayOf(now, config.timeZone);
    const [at] = instantsOf(today, '15:00', config.timeZone);
    if (today !== addToDay(mondayOf(today), 4) || !at || at > now) return [];
    const all = findForgotten(services);
    const { count, hasMore } = countOf(all);
    if (count === 0) return [];
    const pence = all
      .flatMap(({ findings }) => findings)
      .reduce((sum, { amountPence }) => sum + (amountPence ?? 0), 0);
    const things = `${hasMore ? 'At least ' : ''}${formatCount(count)} ${count === 1 ? 'thing' : 'things'}`;
    return [
      {
        key: today,
        at,
        title: 'Work that may be forgotten',
        text: `${things}, worth about ${formatPounds(pence)} net`,
        path: '/forgotten',
        data: { count, hasMore, net: toDecimalString(pence) },
      },
    ];
  },
};
