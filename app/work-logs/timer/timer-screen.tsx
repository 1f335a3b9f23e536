import { useForm } from '@conform-to/react';
import { Link } from '@remix-run/react';
import { useMemo } from 'react';
import type { FormReply } from '../../http/form/form.server.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField, type FieldState } from '../../ui/field.tsx';
import { TextAreaField } from '../../ui/more-fields.tsx';
import { EnterButton, PostForm } from '../../ui/form.tsx';
import type { WorkLogOptions } from '../form/log-form.server.ts';
import type { WorkLogFormValues } from '../form/live-form.ts';
import { ClientPicker, JobPicker, WorkTypePicker } from '../form/pickers.tsx';
import { sayCharged, type RateValues } from '../rates/rate-choice.ts';
import { RateField, useLiveRate } from '../rates/rate-field.tsx';
import type { loadTimerScreen } from './timer-screen.server.ts';

type Screen = ReturnType<typeof loadTimerScreen>;

/** The texts of a timer's fields; those of the rate are a draft's. */
export type TimerValues = Omit<Screen['timer']['values'], 'startedAt'> &
  RateValues &
  Pick<WorkLogFormValues, 'hourlyRate'>;

/** By how many minutes a start is put earlier with one press. */
const EARLIER = [5, 10, 20];

type RunningTimerProps = { timer: Screen['timer']; reply: FormReply | undefined };

/** The running timer with what it is for, or the form that starts one. */
export function RunningTimer({ timer, reply }: RunningTimerProps) {
  const { id, running, options, values, version, oneTimeKey } = timer;
  const result = useMemo(() => reply && ofTimer(id, reply.result), [id, reply]);
  const [form, fields] = useForm<TimerValues & { startedAt?: string }>({
    id: 'timer',
    lastResult: result,
    defaultValue: values,
  });
  return (
    <Card
      title={
        running ? `${running.isPaused ? 'Paused' : 'Running'}: ${running.shown}` : 'Start a timer'
      }
      subtitle={
        running
          ? `Started ${running.started}, ${running.isPaused ? 'paused at' : 'time shown as of'} ${running.asOf}`
          : 'You can fill in the details later'
      }
    >
      <PostForm
        form={form}
        oneTimeKey={oneTimeKey}
        madeFrom={version === null ? undefined : { version, values }}
        className="grid gap-4"
      >
        {running ? <input type="hidden" name="timer" value={id} /> : null}
        <EnterButton name="press" value={running ? 'save' : 'start'}>
          {running ? 'Save' : 'Start timer'}
        </EnterButton>
        {running?.overlap ? (
          <Alert>
            This overlaps{' '}
            <Link
              to={`/work-logs?startDate=${running.overlap.day}&endDate=${running.overlap.day}`}
              className="link"
            >
              {running.overlap.text}
            </Link>
            , which is logged already. Both are charged: put the start right, or the log.
          </Alert>
        ) : null}
        {running ? (
          <div className="flex flex-wrap items-end gap-2">
            <TextField field={fields.startedAt} label="Started" type="datetime-local" />
            {EARLIER.map((minutes) => (
              <Button
                key={minutes}
                name="press"
                value={`earlier-${minutes}-save`}
                variant="secondary"
              >
                {minutes} min earlier
              </Button>
            ))}
          </div>
        ) : null}
        <TimerFields formId="timer" fields={fields} options={options} />
        <div className="flex flex-wrap justify-end gap-2">
          {running ? (
            <>
              <Button name="press" value="stop">
                Stop
              </Button>
              <Button
                name="press"
                value={running.isPaused ? 'resume' : 'pause'}
                variant="secondary"
              >
                {running.isPaused ? 'Go on' : 'Pause'}
              </Button>
              <Button name="press" value="save" variant="secondary">
                Save
              </Button>
              <Button name="press" value="discard" variant="quiet-danger">
                Discard
              </Button>
            </>
          ) : (
            <Button name="press" value="start">
              Start timer
            </Button>
          )}
        </div>
      </PostForm>
    </Card>
  );
}

/** A form that was made for another timer counts as made from nothing: saving it first says what this one is for. */
function ofTimer(id: number, result: FormReply['result']): FormReply['result'] {
  const sent = result.initialValue;
  if (!sent || sent.timer === String(id)) return result;
  return { ...result, initialValue: { ...sent, version: '0', madeFrom: '{}' } };
}

type TimerFieldsProps = {
  formId: string;
  fields: Record<keyof Required<TimerValues>, FieldState>;
  options: WorkLogOptions;
  /** Whether the form makes a log, which needs client and work type. */
  isLogged?: boolean;
  autoFocus?: boolean;
};

/** What a timer is for: client, work type and description. Each may stay open until it is logged. */
export function TimerFields(props: TimerFieldsProps) {
  const { formId, fields, options, isLogged = false, autoFocus } = props;
  const { onInput, charged, rate, text } = useLiveRate(formId, options, fields, fields.hourlyRate);
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2" onInput={onInput}>
        <ClientPicker
          field={fields.clientId}
          options={options}
          isRequired={isLogged}
          autoFocus={autoFocus}
        />
        <WorkTypePicker
          field={fields.workTypeId}
          options={options}
          isRequired={isLogged}
          hint={
            charged && !isLogged ? (
              <span aria-live="polite">{sayCharged(charged, null)}</span>
            ) : undefined
          }
        />
        {isLogged ? <RateField {...rate} /> : null}
        <JobPicker field={fields.jobId} options={options} live={text} />
      </div>
      <TextAreaField field={fields.description} label="Description" rows={2} />
    </>
  );
}

/** The time of stopped timers that waits to be logged. */
export function Drafts({ drafts }: Pick<Screen, 'drafts'>) {
  if (drafts.length === 0) return null;
  return (
    <Card title="To be logged" subtitle="Stopped timers that need details">
      <ul className="-my-4 divide-y divide-line">
        {drafts.map(({ id, started, duration, what }) => (
          <li key={id} className="py-3">
            <Link to={`/timer/drafts/${id}`} preventScrollReset className="link font-medium">
              {started}: {duration}
            </Link>
            <p className="line-clamp-2 text-sm wrap-anywhere text-muted">
              {what || 'No details yet'}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
