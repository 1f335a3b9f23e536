import { createHash } from 'node:crypto';
import type { NamedPendingLog } from '../../pending-work-logs.ts';
import type { OtherField } from '../presses.ts';

type Others = Pick<NamedPendingLog, 'billable' | 'estimatedHourlyRatePence' | 'description'>;

/**
 * What ends in an entry's work log and cannot be typed into its row, as the row's `shown` field says
 * it. A description is its mark alone: fifty of them weigh on the page.
 */
export function othersOf(entry: Others): Record<OtherField, string> {
  const { billable, estimatedHourlyRatePence, description } = entry;
  return {
    billable: billable ? '' : '0',
    rate: String(estimatedHourlyRatePence),
    description: description === '' ? '' : markOf(description),
  };
}

/** Four letters: that another description has the same is one in sixteen million. */
const markOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 4);
