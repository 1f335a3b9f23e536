import { useForm } from '@conform-to/react';
import type { ActionFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { useEffect } from 'react';
import { requireUser } from '../../auth/guard.server.ts';
import { show } from '../../auth/press.server.ts';
import { readForm } from '../../http/form/form.server.ts';
import { keepFormOnRefusal } from '../../http/form/kept-form.ts';
import { pageTitle } from '../../lib/product.ts';
import { quickLogAddress } from '../../ui/scripts/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions, RouteDialog } from '../../ui/dialog/route-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { DurationField, TextAreaField } from '../../ui/more-fields.tsx';
import { PostForm } from '../../ui/form.tsx';
import type { WorkLogOptions } from '../form/log-form.server.ts';
import { ClientPicker, JobPicker, WorkTypePicker } from '../form/pickers.tsx';
import { fillField, LineField, useFreshField } from './line-form.tsx';
import { LINE_PATH, sharedLine } from './line-path.ts';
import { loadLineScreen } from './line.server.ts';
import { submitLine, type LineReply, type Look } from './submit-line.server.ts';

export const meta = pageTitle('Log in one line');

export const shouldRevalidate = keepFormOnRefusal;

export const loader = show(({ context, url }) => loadLineScreen(context, url));

export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  return submitLine({ request, context, form: await readForm(request) });
}

type Chosen = 'duration' | 'clientId' | 'workTypeId' | 'jobId' | 'date' | 'description';
type Values = Record<Chosen | 'line' | 'back' | 'readLine' | 'looked', string>;

export default function LineDialog() {
  const data = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const { back, readLine, looked } = valuesOf(reply);
  return (
    <RouteDialog title="Log in one line" backTo={(back ?? data.back) || '/work-logs'}>
      {/* Another reading brings other fields, with other contents. */}
      <Lines key={`${readLine}\n${looked}`} {...data} reply={reply} />
    </RouteDialog>
  );
}

function valuesOf(reply: LineReply | undefined): Partial<Values> {
  return { ...reply?.result.initialValue };
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

function Lines({
  oneTimeKey,
  options,
  today,
  back,
  start,
  reply,
}: Data & { reply: LineReply | undefined }) {
  const [form, fields] = useForm<Values>({
    id: 'line',
    lastResult: reply?.result,
    defaultValue: { line: start },
  });
  const values = valuesOf(reply);
  const afterSending = useFreshField(oneTimeKey, fields.line.id);
  // A copy that was kept on the device knows nothing of what is shared now.
  useEffect(() => {
    const shared = sharedLine(new URLSearchParams(window.location.search));
    if (start === '' && shared !== '') fillField(fields.line.id, shared);
  }, [start, fields.line.id]);
  const backTo = values.back ?? back;
  const look = reply?.look;
  return (
    <PostForm
      form={form}
      action={LINE_PATH}
      oneTimeKey={oneTimeKey}
      className="grid gap-4"
      preventScrollReset
      onSubmit={afterSending}
    >
      {backTo ? <input type="hidden" name="back" value={backTo} /> : null}
      <LineField
        data={{ options, today }}
        field={fields.line}
        rows={look ? Math.min(look.rows.length + 1, 10) : 2}
      />
      {values.readLine ? <Rest fields={fields} options={options} line={values.readLine} /> : null}
      {look ? <LookTable rows={look.rows} /> : null}
      {values.looked ? <input type="hidden" name="looked" value={values.looked} /> : null}
      <OtherWays hasJobs={options.jobs !== undefined} />
      <DialogActions>
        <Button>{!look ? 'Log' : look.isClear ? `Log ${look.rows.length}` : 'Read again'}</Button>
      </DialogActions>
    </PostForm>
  );
}

type RestProps = {
  fields: ReturnType<typeof useForm<Values>>[1];
  options: WorkLogOptions;
  line: string;
};

function Rest({ fields, options, line }: RestProps) {
  const workTypes = options.workTypes.filter(({ isHardware }) => !isHardware);
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 text-sm text-muted">
        Fill in what is missing, or change the line.
      </legend>
      <input type="hidden" name="readLine" value={line} />
      <DurationField field={fields.duration} label="Duration (hours)" isRequired />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <ClientPicker field={fields.clientId} options={options} />
        <WorkTypePicker field={fields.workTypeId} options={{ ...options, workTypes }} />
        <JobPicker field={fields.jobId} options={options} live={{}} />
      </div>
      <TextField field={fields.date} label="Date" type="date" />
      <TextAreaField field={fields.description} label="Description" rows={2} />
    </fieldset>
  );
}

function OtherWays({ hasJobs }: { hasJobs: boolean }) {
  return (
    <details className="text-sm text-muted">
      <summary className="min-h-9 content-center pointer-coarse:min-h-11">
        What you can type
      </summary>
      <ul className="mt-2 list-disc space-y-1 pl-5">
        <li>A duration anywhere: 1h30, 90m, 1:30 or 1.5. A plain 2 is not a duration.</li>
        <li>Client and work type by a word of their names, or its beginning.</li>
        <li>
          A day as the first or last words: yesterday, mon, 12 nov, 12/11, 2 days ago. Without one
          it is today.
        </li>
        {hasJobs ? <li>A job of the client by its whole name, before the description.</li> : null}
        <li>The rest is the description. Everything after a colon or in quotes is, too.</li>
        <li>Each line is a log. All are saved, or none.</li>
      </ul>
      <p className="mt-2">
        With fields instead:{' '}
        <Link to="/work-logs/new" className="link">
          Add Log
        </Link>
        ,{' '}
        <Link to={quickLogAddress({ pathname: '/work-logs', search: '' })} className="link">
          Quick Work Log
        </Link>
      </p>
    </details>
  );
}

const COLUMNS = ['Line', 'Duration', 'Client', 'Work Type', 'Date', 'Description'];

function LookTable({ rows }: Pick<Look, 'rows'>) {
  return (
    <div className="card">
      <table className="data-table">
        <caption className="sr-only">What each line says</caption>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ said, worth, problems }, index) => (
            <tr key={index}>
              <td data-label="Line" className="tabular-nums">
                {index + 1}
              </td>
              {[said.duration, said.client, said.workType, said.date].map((part) => (
                <td
                  key={part.label}
                  data-label={part.label}
                  className={part.isClear ? undefined : 'text-danger'}
                >
                  {part.text}
                </td>
              ))}
              <td data-label="Description" className="wrap-anywhere">
                {said.job ? `${said.job.text}: ` : null}
                {said.description.text}
                {worth ? <span className="block text-xs text-muted">{worth}</span> : null}
                {problems.length > 0 ? (
                  <span className="block text-danger">{problems.join(' ')}</span>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
