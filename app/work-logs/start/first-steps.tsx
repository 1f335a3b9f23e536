import { Link, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Button, PlainButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { PostForm } from '../../ui/form.tsx';
import type { FirstSteps as Steps } from './first-steps.server.ts';

/** What to do on a new installation, each thing where it is said; then the way to Xero. */
export function FirstSteps({ steps }: { steps: Steps | null }) {
  // The page after one step begins in the next.
  const isNext = /[?&](?:client|workType)=/.test(useLocation().search);
  if (steps === null) return null;
  if (steps.kind === 'connect') {
    return (
      <p className="notice no-print">
        Next: connect Xero, where your invoices are created as drafts.
        <PlainButtonLink href="/api/xero/authorize">Connect Xero</PlainButtonLink>
      </p>
    );
  }
  const { client, workType, oneTimeKey } = steps;
  return (
    <Card title="Three things to start">
      <ol className="no-print divide-y divide-line">
        <Step number={1} what="A client" done={client?.name}>
          <StepForm to="/clients/new" oneTimeKey={oneTimeKey} button="Add client">
            <Field name="name" label="Client’s name" />
            <Field name="standardRate" label="Rate (£/hr)" value="60.00" />
          </StepForm>
          <p className="text-sm text-muted">
            {'Or many at once: '}
            {steps.hasXero ? (
              <>
                <Link to="/clients/from-xero" className="link">
                  from Xero
                </Link>
                {', '}
              </>
            ) : null}
            <Link to="/import" className="link">
              from a list or a file
            </Link>
          </p>
        </Step>
        <Step number={2} what="A work type" done={workType?.name}>
          <StepForm to="/settings/work-types/new" oneTimeKey={oneTimeKey} button="Add work type">
            <Field name="name" label="What you do" hint="Such as Support" isNext={isNext} />
            <input type="hidden" name="hourlyRate" value={steps.rate} />
          </StepForm>
        </Step>
        <Step number={3} what="A first log">
          {client && workType ? (
            <StepForm to="/work-logs/quick-log" oneTimeKey={oneTimeKey} button="Log it">
              <input type="hidden" name="clientId" value={client.id} />
              <input type="hidden" name="workTypeId" value={workType.id} />
              <Field name="duration" label="Time spent" hint={steps.hint} isNext={isNext} />
              <Field name="description" label="What was done" />
            </StepForm>
          ) : (
            <p className="text-muted">Once there is a client and a work type</p>
          )}
        </Step>
      </ol>
    </Card>
  );
}

type StepProps = { number: number; what: string; done?: string | undefined; children: ReactNode };

function Step({ number, what, done, children }: StepProps) {
  return (
    <li className="flex flex-wrap gap-x-4 gap-y-1 py-2">
      <p className="w-28 font-medium">{`${done === undefined ? `${number}.` : '✓'} ${what}`}</p>
      <div className="min-w-0 flex-1 basis-64 wrap-anywhere">{done ?? children}</div>
    </li>
  );
}

type StepFormProps = { to: string; oneTimeKey: string; button: string; children: ReactNode };

/** A form that comes back to this screen. */
function StepForm({ to, oneTimeKey, button, children }: StepFormProps) {
  const back = encodeURIComponent(useLocation().pathname);
  const name = to.replaceAll('/', '-');
  return (
    <PostForm
      form={{ id: `start${name}` }}
      action={`${to}?back=${back}`}
      oneTimeKey={`${oneTimeKey}${name}`}
      preventScrollReset
      className="flex flex-wrap items-start gap-x-3 gap-y-2"
    >
      {children}
      <div className="beside-fields">
        <Button>{button}</Button>
      </div>
    </PostForm>
  );
}

type FieldProps = { name: string; label: string; value?: string; hint?: string; isNext?: boolean };

function Field({ name, label, value, hint, isNext }: FieldProps) {
  const id = `start-${label.replace(/\W+/g, '-')}`;
  const field = { id, name, initialValue: value, errorId: `${id}-e`, descriptionId: `${id}-d` };
  const isWide = name !== 'duration';
  return (
    <div className={isWide ? 'min-w-0 flex-1 basis-60' : 'w-36'}>
      <TextField field={field} label={label} hint={hint} autoFocus={isNext} />
    </div>
  );
}
