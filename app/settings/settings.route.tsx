import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { AiCard } from '../ai/ai-card.tsx';
import { readAiCard } from '../ai/ai-settings.server.ts';
import { requireUser } from '../auth/guard.server.ts';
import { isLiteCookie } from '../lib/lite.ts';
import { newOneTimeKey } from '../lib/one-time-keys.server.ts';
import { pageTitle } from '../lib/product.ts';
import { TodoistCard } from '../pending-work-logs/todoist-card.tsx';
import { hasToken, readSchedule } from '../pending-work-logs/todoist-settings.server.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { listApprovedEmails } from '../users/approved-emails.server.ts';
import { UserManagementCard } from '../users/user-management-card.tsx';
import { listUsers } from '../users/users.server.ts';
import { toWorkTypeView } from '../work-types/work-types.ts';
import { readXeroCard } from '../xero/card.server.ts';
import { XeroCard } from '../xero/xero-card.tsx';
import { listWorkTypes } from '../work-types/work-types.server.ts';
import { WorkTypesCard } from '../work-types/work-types-card.tsx';
import { DefaultRatesCard } from './default-rates-card.tsx';
import { UserProfileCard } from './user-profile-card.tsx';

export const meta: MetaFunction = () => pageTitle('Settings');

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(request, context);
  return {
    user,
    isLite: isLiteCookie(request.headers.get('Cookie') ?? ''),
    workTypes: listWorkTypes(context).map(toWorkTypeView),
    deletedWorkTypes: listWorkTypes(context, false).map(toWorkTypeView),
    todoist: { hasToken: hasToken(context), schedule: readSchedule(context) },
    ai: readAiCard(context),
    xero: readXeroCard(context),
    users: listUsers(context),
    approvedEmails: listApprovedEmails(context),
    oneTimeKey: newOneTimeKey(),
  };
}

export default function Settings() {
  const { user, isLite, workTypes, deletedWorkTypes, todoist, ai, xero, ...management } =
    useLoaderData<typeof loader>();
  return (
    <>
      <Outlet />
      <div className="behind-dialog grid gap-5">
        <PageHeader
          title="Settings"
          subtitle="You, your work types, who signs in, and your rates"
        />
        <UserProfileCard user={user} isLite={isLite} />
        <WorkTypesCard workTypes={workTypes} deletedWorkTypes={deletedWorkTypes} />
        <TodoistCard {...todoist} />
        <AiCard {...ai} />
        <XeroCard {...xero} />
        <UserManagementCard currentUser={user} {...management} />
        <DefaultRatesCard />
      </div>
    </>
  );
}
