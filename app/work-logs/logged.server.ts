import { formatDuration } from '../lib/duration.ts';
import { formatPounds } from '../lib/money.ts';
import { apart } from '../lib/text.ts';
import type { ToastMessage } from '../ui/toast/toast.ts';
import { countItems } from './list/work-logs-screen.server.ts';
import type { NamedWorkLog } from './work-logs.ts';

/** The toast about a log that was just made without a look at it, with its Undo. */
export function loggedWithUndo(log: NamedWorkLog): ToastMessage {
  return {
    title: log.isHardware ? 'Hardware work logged successfully' : 'Work logged successfully',
    text: describeLogged(log),
    undo: `/work-logs/${log.id}/undo`,
  };
}

/** How much was done for whom: `1h 30m for Thorn`. */
export function describeMeasure(log: NamedWorkLog): string {
  const { isHardware, hardwareItems, duration, clientName } = log;
  const measure = isHardware ? countItems(hardwareItems.length) : formatDuration(duration);
  return `${measure} for ${apart(clientName)}`;
}

/** A log in a few words: `1h 30m for Thorn, Support: £90.00`. */
export function describeLogged(log: NamedWorkLog): string {
  return `${describeMeasure(log)}, ${apart(log.workTypeName)}: ${formatPounds(log.totalPence)}`;
}
