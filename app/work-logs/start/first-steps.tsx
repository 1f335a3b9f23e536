import { useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Button, PlainButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { PostForm } from '../../ui/form.tsx';
import type { FirstSteps as Steps } from './first-steps.server.ts';

/** What to do on a new installation, each thing where it is said; then the way to Xero. */
export function FirstSteps({ steps }: { steps: Steps | null }) {
  if (steps === null) return null;
  if (steps.kind === 'connect') {
    return (
      <p className="notice no-print">
        Next: connect Xero, where your invoices are created as drafts.
        <PlainButtonLink href="/api/xero/authorize">Connect Xero</PlainButtonLink>
      </p>
    );
  }
  return (
    <Card title="Three things to start">
      <ol className="no-print divide-y divide-line">
        <Client {...steps} />
        <WorkType {...steps} />
        <Log {...steps} />
      </ol>
    </Card>
  );
}

type Begin = Extract<Steps, { kind: 'begin' }>;

function Client({ client, oneTimeKey }: Begin) {
  return (
    <Step number={1} what="A client" done={client?.name}>
      <StepForm to="/clients/new" oneTimeKey={oneTimeKey} button="Add client">
        <Field name="name" label="Client’s name" />
        <Field name="standardRate" label="Rate (£/hr)" value="60.00" isFigure />
      </StepForm>
    </Step>
  );
}

function WorkType({ workType, rate = '60.00', oneTimeKey }: Begin) {
  const { search } = useLocation();
  return (
    <Step number={2} what="A work type" done={workType?.name}>
      <StepForm to="/settings/work-types/new" oneTimeKey={oneTimeKey} button="Add work type">
        <Field name="name" label="What you do" hint="Such as Support" isNext={isFrom(search)} />
        <input type="hidden" name="hourlyRate" value={rate} />
      </StepForm>
    </Step>
  );
}

function Log({ client, workType, charged, oneTimeKey }: Begin) {
  const { search } = useLocation();
  const isReady = client !== undefined && workType !== undefined;
  return (
    <Step number={3} what="A first log">
      {isReady ? (
        <StepForm to="/work-logs/quick-log" oneTimeKey={oneTimeKey} button="Log it">
          <input type="hidden" name="clientId" value={client.id} />
          <input type="hidden" name="workTypeId" value={workType.id} />
          <Field
            name="duration"
            label="Time spent"
            hint={`Such as 1.5 or 1h 30m, at ${charged ?? ''}`}
            isFigure
            isNext={isFrom(search)}
          />
          <Field name="description" label="What was done" />
        </StepForm>
      ) : (
        <p className="text-muted">Once there is a client and a work type</p>
      )}
    </Step>
  );
}

/** Whether the page comes after the step before this one. */
const isFrom = (search: string) => /[?&](?:client|workType)=/.test(search);

function Step({
  number,
  what,
  done,
  children,
}: {
  number: number;
  what: string;
  done?: string | undefined;
  children: ReactNode;
}) {
  return (
    <li className="flex flex-wrap gap-x-4 gap-y-1 py-2">
      <p className="w-28 font-medium">
        {done === undefined ? `${number}.` : '✓'} {what}
      </p>
      {done === undefined ? (
        <div className="min-w-0 flex-1 basis-64">{children}</div>
      ) : (
        <p className="min-w-0 wrap-anywhere text-muted">{done}</p>
      )}
    </li>
  );
}

type StepFormProps = { to: string; oneTimeKey: string; button: string; children: ReactNode };

/** A form that comes back to this screen. */
function StepForm({ to, oneTimeKey, button, children }: StepFormProps) {
  const { pathname } = useLocation();
  const name = to.replaceAll('/', '-');
  return (
    <PostForm
      form={{ id: `start${name}` }}
      action={`${to}?back=${encodeURIComponent(pathname)}`}
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

type FieldProps = {
  name: string;
  label: string;
  value?: string;
  hint?: string;
  isFigure?: boolean;
  isNext?: boolean;
};

function Field({ name, label, value, hint, isFigure = false, isNext = false }: FieldProps) {
  const id = `start-${label.toLowerCase().replace(/\W+/g, '-')}`;
  return (
    <div className={isFigure ? 'w-36' : 'min-w-0 flex-1 basis-60'}>
      <TextField
        field={{
          id,
          name,
          initialValue: value,
          errorId: `${id}-error`,
          descriptionId: `${id}-description`,
        }}
        label={label}
        hint={hint}
        autoFocus={isNext}
      />
    </div>
  );
}
