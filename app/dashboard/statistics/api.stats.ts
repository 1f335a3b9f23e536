import { apiRoute } from '../../auth/api-route.server.ts';
import { loadStatistics } from './stats.server.ts';
import { toStatisticsView } from './stats.ts';

const route = apiRoute({
  GET: ({ context }) => toStatisticsView(loadStatistics(context).statistics),
});

export const loader = route.loader;
export const action = route.action;
