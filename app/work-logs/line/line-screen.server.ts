import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { isOwnPath } from '../../http/own-path.ts';
import { loadWorkLogOptions } from '../form/form-options.server.ts';
import type { WorkLogServices } from '../work-logs.server.ts';
import { businessDay } from './line.server.ts';

/** The page of the line; a field for a line elsewhere asks for the same once it is used. */
export type LineScreen = ReturnType<typeof loadLineScreen>;

/** What a line is read against in the browser. */
export type LineData = Pick<LineScreen, 'options' | 'today'>;

/** The names that a line may have, the business day, and where to go after logging. */
export function loadLineScreen(services: WorkLogServices, { searchParams }: URL) {
  const back = searchParams.get('back') ?? '';
  return {
    oneTimeKey: newOneTimeKey(),
    back: isOwnPath(back) ? back : '',
    options: loadWorkLogOptions(services),
    today: businessDay(services),
  };
}
