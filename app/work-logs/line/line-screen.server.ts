import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { isOwnPath } from '../../http/own-path.ts';
import { loadWorkLogOptions } from '../form/form-options.server.ts';
import type { WorkLogServices } from '../work-logs.server.ts';
import { businessDay } from './line.server.ts';

/** What a line is read against in the browser. */
export type LineData = ReturnType<typeof loadLineData>;

/** The names that a line may have, and the business day. */
export function loadLineData(services: WorkLogServices) {
  return { options: loadWorkLogOptions(services), today: businessDay(services) };
}

/** The page of the line: what it is read against, and where to go after logging. */
export function loadLineScreen(services: WorkLogServices, { searchParams }: URL) {
  const back = searchParams.get('back') ?? '';
  return {
    oneTimeKey: newOneTimeKey(),
    back: isOwnPath(back) ? back : '',
    ...loadLineData(services),
  };
}
