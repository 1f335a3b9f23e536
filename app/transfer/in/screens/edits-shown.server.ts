import type { ImportRow } from '#db/schema.ts';
import type { Services } from '../../../context.server.ts';
import { formatBritishDay, formatBritishMoment } from '../../../lib/calendar.ts';
import { formatCount } from '../../../lib/count.ts';
import { formatDuration } from '../../../lib/duration.ts';
import { formatPounds } from '../../../lib/money.ts';
import { shorten } from '../../../lib/shorten.ts';
import type { NamedWorkLog } from '../../../work-logs/work-logs.ts';
import { findWorkLog } from '../../../work-logs/work-logs.server.ts';
import type { Choices } from '../choices.ts';
import { changeOf, editsOf, listEdits, type OwnRow } from '../own-rows.server.ts';

const SHOWN = 50;

/** The logs that our own file would change, each with what changes, and what stands for all of them. */
export function editsShown(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { id, changedCount }: ImportRow,
  { edits }: Choices,
) {
  const seen = editsOf(db, id);
  const logs = listEdits(db, id, { most: SHOWN }).flatMap((row) => {
    const log = findWorkLog({ db }, row.ownId);
    if (log === null) return [];
    const date = formatBritishDay(log.day);
    return [
      { id: log.id, name: `${log.clientName}, ${date}`, changes: sayChanges(row, log, config) },
    ];
  });
  return {
    seen,
    isChosen: edits === seen,
    isOne: changedCount === 1,
    logs,
    left: changedCount > logs.length ? formatCount(changedCount - logs.length) : null,
  };
}

/** How much of a text is shown. */
const TEXT = 200;

function sayChanges(
  row: OwnRow,
  log: NamedWorkLog,
  { timeZone }: Pick<Services['config'], 'timeZone'>,
): string[] {
  const change = changeOf(row, log);
  const dayOrMoment = (date: Date) =>
    row.hasTime ? formatBritishMoment(date, timeZone) : formatBritishDay(log.day);
  const text = (said: string) => (said === '' ? 'nothing' : `“${shorten(said, TEXT)}”`);
  const said: [isChanged: boolean, what: string, was: string, is: string][] = [
    [change.clientId !== undefined, 'Client', log.clientName, row.client],
    [change.workTypeId !== undefined, 'Work type', log.workTypeName, row.workType],
    [
      change.date !== undefined,
      'Date',
      dayOrMoment(log.date),
      row.hasTime ? dayOrMoment(new Date(row.date)) : formatBritishDay(row.day),
    ],
    [
      change.duration !== undefined,
      'Duration',
      formatDuration(log.duration),
      formatDuration(row.minutes),
    ],
    [change.description !== undefined, 'Description', text(log.description), text(row.description)],
    [
      row.ratePence !== null && !log.isHardware && row.ratePence !== log.hourlyRatePence,
      'Hourly rate',
      formatPounds(log.hourlyRatePence),
      formatPounds(row.ratePence ?? 0),
    ],
    [
      change.billable !== undefined,
      'Billable',
      log.billable ? 'yes' : 'no',
      row.billable ? 'yes' : 'no',
    ],
  ];
  return said
    .filter(([isChanged]) => isChanged)
    .map(([, what, was, is]) => `${what}: ${was} becomes ${is}`);
}
