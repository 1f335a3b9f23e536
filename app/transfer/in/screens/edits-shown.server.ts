import type { Services } from '../../../context.server.ts';
import { formatBritishDay, formatBritishMoment } from '../../../lib/calendar.ts';
import { formatCount } from '../../../lib/count.ts';
import { formatDuration } from '../../../lib/duration.ts';
import { formatPounds } from '../../../lib/money.ts';
import { shorten } from '../../../lib/shorten.ts';
import type { NamedWorkLog } from '../../../work-logs/work-logs.ts';
import type { Import } from '../import-row.server.ts';
import { changeOf, listEdits } from '../edits.server.ts';
import type { StagedLine } from '../staged.server.ts';

const SHOWN = 50;

/** The logs that lines would change, each with what changes and what stands for it, and what stands for all of them. */
export function editsShown(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { id, changedCount, choices }: Import,
) {
  const chosen = choices.edits?.split(' ') ?? [];
  const { seen, edits } = listEdits(db, id, SHOWN);
  const logs = edits.map(({ row, log, key }) => ({
    id: log.id,
    key,
    isChosen: chosen.includes(key),
    name: `${log.clientName}, ${formatBritishDay(log.day)}`,
    changes: sayChanges(row, log, config.timeZone),
  }));
  return {
    seen,
    isChosen: chosen.includes(seen),
    isOne: changedCount === 1,
    logs,
    left: changedCount > logs.length ? formatCount(changedCount - logs.length) : null,
  };
}

const TEXT = 200;

function sayChanges(row: StagedLine, log: NamedWorkLog, timeZone: string): string[] {
  const change = changeOf(row, log);
  const text = (said: string) => (said === '' ? 'nothing' : `“${shorten(said, TEXT)}”`);
  const day = (of: string, at: Date) =>
    row.hasTime ? formatBritishMoment(at, timeZone) : formatBritishDay(of);
  const yesOrNo = (is: boolean) => (is ? 'yes' : 'no');
  const said: string[] = [];
  const say = (what: string, was: string, is: string) => said.push(`${what}: ${was} becomes ${is}`);
  if (change.clientId !== undefined) say('Client', log.clientName, row.client);
  if (change.workTypeId !== undefined) say('Work type', log.workTypeName, row.workType);
  if (change.jobId !== undefined)
    say('Job', log.jobName ?? 'none', row.jobName === '' ? 'none' : (row.jobName ?? ''));
  if (change.date) say('Date', day(log.day, log.date), day(row.day, new Date(row.date)));
  if (change.duration !== undefined) {
    say('Duration', formatDuration(log.duration), formatDuration(row.minutes));
  }
  if (change.description !== undefined) {
    say('Description', text(log.description), text(row.description));
  }
  const rate = change.hourlyRate ?? log.hourlyRatePence;
  if (rate !== log.hourlyRatePence) {
    say('Hourly rate', formatPounds(log.hourlyRatePence), formatPounds(rate));
  }
  if (change.billable !== undefined) say('Billable', yesOrNo(log.billable), yesOrNo(!log.billable));
  return said;
}
