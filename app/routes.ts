import { index, layout, route, type RouteConfig } from '@remix-run/route-config';

/** Every path of the product and the module behind it; `/up` and `/health` are in `server/`. */
export default [
  layout('shell/signed-in.route.tsx', [
    index('shell/home.route.tsx'),
    route('dashboard', 'dashboard/dashboard.route.tsx'),
    route('work-logs', 'work-logs/work-logs.route.tsx', [
      route('new', 'work-logs/new.route.tsx'),
      route(':id/edit', 'work-logs/edit.route.tsx'),
      route(':id/delete', 'work-logs/delete.route.tsx'),
      route(':id/restore', 'work-logs/restore.route.tsx'),
      route('quick-log', 'work-logs/quick-log.route.tsx'),
    ]),
    route('clients', 'clients/clients.route.tsx', [
      route('new', 'clients/new.route.tsx'),
      route(':id/edit', 'clients/edit.route.tsx'),
      route(':id/deactivate', 'clients/deactivate.route.tsx'),
      route(':id/reactivate', 'clients/reactivate.route.tsx'),
    ]),
    route('settings', 'settings/settings.route.tsx', [
      route('work-types/new', 'work-types/new.route.tsx'),
      route('work-types/:id/edit', 'work-types/edit.route.tsx'),
      route('work-types/:id/delete', 'work-types/delete.route.tsx'),
      route('work-types/:id/restore', 'work-types/restore.route.tsx'),
    ]),
  ]),
  route('research', 'shell/research.route.tsx'),
  route('terms', 'shell/terms.route.tsx'),
  route('privacy', 'shell/privacy.route.tsx'),

  route('api/login', 'auth/login.route.tsx'),
  route('api/logout', 'auth/logout.route.ts'),
  route('api/auth/callback', 'auth/callback.route.ts'),
  route('api/auth/user', 'auth/api.user.ts'),
  route('api/dashboard/stats', 'dashboard/api.stats.ts'),
  route('api/clients', 'clients/api.clients.ts'),
  route('api/clients/:id', 'clients/api.one-client.ts'),
  route('api/work-types', 'work-types/api.work-types.ts'),
  route('api/work-types/:id', 'work-types/api.work-type.ts'),
  route('api/work-logs', 'work-logs/api.work-logs.ts'),
  route('api/work-logs/:id', 'work-logs/api.work-log.ts'),
  route('api/worklogs/:id/hardware-items', 'work-logs/api.hardware-items.ts'),
  route('api/worklogs/:id/hardware-items/:itemId', 'work-logs/api.hardware-item.ts'),
  route('api/pending-worklogs', 'pending-work-logs/api.pending-work-logs.ts'),
  route('api/pending-worklogs/:id', 'pending-work-logs/api.pending-work-log.ts'),
  route('api/pending-worklogs/:id/confirm', 'pending-work-logs/api.confirm.ts'),
  route('api/pending-worklogs/:id/archive', 'pending-work-logs/api.archive.ts'),
  route('api/todoist/config', 'pending-work-logs/api.todoist-config.ts'),
  route('api/todoist/sync', 'pending-work-logs/api.todoist-sync.ts'),
  route('api/todoist/sync-completed', 'pending-work-logs/api.todoist-sync-completed.ts'),
  route('api/*', 'shell/api-not-found.route.ts'),

  route('*', 'shell/not-found.route.ts'),
] satisfies RouteConfig;
