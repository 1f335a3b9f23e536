import { json, type ActionFunctionArgs } from '@remix-run/node';
import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { show } from '../../auth/press.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormToken } from '../../ui/form.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { calendarMade, makeCalendar } from './calendar.server.ts';

export const meta = pageTitle('Calendar');

export const loader = show(({ context, user }) => ({ made: calendarMade(context, user.id) }));

/** Makes an address and shows it, this once: no redirect could, since nothing keeps it. Each press makes another. */
export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const address = makeCalendar(context, user.id);
  return json({ address }, { headers: { 'Cache-Control': 'no-store' } });
}

export default function Calendar() {
  const { made } = useLoaderData<typeof loader>();
  const address = useActionData<typeof action>()?.address;
  return (
    <div className="parts">
      <PageHeader title="Calendar" />
      <Card
        title="Your Work in a Calendar"
        subtitle={made === null ? 'No address yet' : `Address made ${made}`}
        actions={
          made === null ? null : (
            <Form method="post" action="/settings/calendar/end" preventScrollReset>
              <FormToken />
              <Button variant="quiet-danger">End the address</Button>
            </Form>
          )
        }
      >
        <div className="parts">
          {made !== null && address ? (
            <>
              <Alert title="Copy this address now">
                It is shown only this once. Whoever has it can read your calendar, until you end it.
              </Alert>
              <label className="grid gap-1 text-sm font-medium">
                Address of your calendar
                <input
                  readOnly
                  className="control"
                  defaultValue={address}
                  key={address}
                  data-passing
                />
              </label>
            </>
          ) : null}
          <p className="text-muted">
            Give the address to a calendar program that subscribes to others. It shows what you
            logged in the last 13 months: client, duration, work type and description, no prices.
            {made === null ? '' : ' A new address ends the present one at once.'}
          </p>
          <Form method="post" action="/settings/calendar" preventScrollReset>
            <FormToken />
            <Button variant={made === null ? 'primary' : 'secondary'}>
              {made === null ? 'Make an address' : 'Make a new address'}
            </Button>
          </Form>
        </div>
      </Card>
    </div>
  );
}
