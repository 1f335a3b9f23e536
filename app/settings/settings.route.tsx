import { Link, Outlet, useLoaderData } from '@remix-run/react';
import { AiCard } from '../ai/settings/ai-card.tsx';
import { readAiCard } from '../ai/settings/ai-settings.server.ts';
import { show } from '../auth/press.server.ts';
import { readTodoistCard, readXeroCard } from '../cards.server.ts';
import { TodoistCard, XeroCard } from '../cards.ts';
import { newOneTimeKey } from '../http/once/one-time-keys.server.ts';
import { pageTitle } from '../lib/product.ts';
import { automaticTrouble } from '../pending-work-logs/import/import.server.ts';
import { Alert } from '../ui/alert.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { listApprovedEmails } from '../users/approved-emails.server.ts';
import { UserManagementCard } from '../people/user-management-card.tsx';
import { firstOf } from '../users/more.tsx';
import { listUsers } from '../users/users.server.ts';
import { toWorkTypeView } from '../work-types/work-types.ts';
import { stoppedWebhooks } from '../webhooks/webhooks.server.ts';
import { listWorkTypes } from '../work-types/work-types.server.ts';
import { WorkTypesCard } from '../work-types/work-types-card.tsx';
import { readCard } from './cards.server.ts';
import { KeyCard, DefaultRatesCard, UserProfileCard, OneCard, PlaceLinks } from './small-cards.tsx';
import { sealedWithOtherKey } from './roll-key.server.ts';

const WORK_TYPES = 'Work Types';
const TODOIST = 'Todoist Integration';
const AI = 'AI Configuration';
const XERO = 'Xero Integration';
const USERS = 'User Management';

export const meta = pageTitle('Settings');

export const loader = show(({ context, user }) => ({
  user,
  oneTimeKey: newOneTimeKey(),
  otherKey: sealedWithOtherKey(context),
  stopped: stoppedWebhooks(context).map(({ name, reason }) => `${name}: ${reason}`),
  workTypes: readCard(context, WORK_TYPES, () => ({
    workTypes: listWorkTypes(context).map(toWorkTypeView),
    deletedWorkTypes: listWorkTypes(context, false).map(toWorkTypeView),
  })),
  todoist: readCard(context, TODOIST, () => ({
    ...readTodoistCard(context),
    trouble: automaticTrouble(context),
  })),
  ai: readCard(context, AI, () => readAiCard(context)),
  xero: readCard(context, XERO, () => readXeroCard(context)),
  management: readCard(context, USERS, () => ({
    users: firstOf(listUsers(context)),
    approvedEmails: firstOf(listApprovedEmails(context)),
  })),
}));

export default function Settings() {
  const { user, oneTimeKey, otherKey, stopped, ...cards } = useLoaderData<typeof loader>();
  return (
    <>
      <Outlet />
      <div className="behind-dialog parts">
        <PageHeader title="Settings" />
        <PlaceLinks />
        {otherKey ? <KeyCard sealed={otherKey} /> : null}
        {stopped.length > 0 ? (
          <Alert variant="destructive" title="Webhooks that no longer arrive">
            {stopped.join(' ')}{' '}
            <Link to="/settings/webhooks" className="link">
              Webhooks
            </Link>
          </Alert>
        ) : null}
        <UserProfileCard user={user} />
        <OneCard title={WORK_TYPES} card={cards.workTypes}>
          {(data) => <WorkTypesCard {...data} />}
        </OneCard>
        <OneCard title={TODOIST} card={cards.todoist}>
          {(data) => <TodoistCard {...data} />}
        </OneCard>
        <OneCard title={AI} card={cards.ai}>
          {(data) => <AiCard {...data} />}
        </OneCard>
        <OneCard title={XERO} card={cards.xero}>
          {(data) => <XeroCard {...data} />}
        </OneCard>
        <OneCard title={USERS} card={cards.management}>
          {(data) => <UserManagementCard currentUser={user} oneTimeKey={oneTimeKey} {...data} />}
        </OneCard>
        <DefaultRatesCard />
      </div>
    </>
  );
}
