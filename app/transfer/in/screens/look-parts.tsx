import type { SubmissionResult } from '@conform-to/react';
import type { ComponentProps, ReactNode } from 'react';
import { formatCount } from '../../../lib/count.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { PostForm, useIsSubmitting } from '../../../ui/form.tsx';
import { NAME_KINDS } from '../choices.ts';
import type { Option, ShownName } from '../names.server.ts';
import type { Look } from './import-screen.server.ts';

/** The message says why it is asked. */
type ColumnsProps = Pick<Look, 'id' | 'message' | 'remarks'> & {
  columns: NonNullable<Look['columns']>;
  reply?: SubmissionResult;
};

const NEEDED = new Set(['client', 'workType', 'date']);

/** Which columns a file has that nobody knows; asked once for all files with this header, and anew when told to. */
export function ColumnsForm({ id, columns, message, remarks, reply }: ColumnsProps) {
  const lack = reply?.error?.columns;
  return (
    <PostForm
      form={{ id: 'columns', status: reply?.status, errors: reply?.error?.[''] ?? undefined }}
      action={columns.isAnew ? `/import/${id}?columns=anew` : `/import/${id}`}
    >
      <Card
        title="Which columns does the file have?"
        subtitle="Asked once for each layout: files with the same header are then read the same way"
      >
        {message === null ? null : <p className="text-sm">{message}</p>}
        {remarks.length > 0 ? (
          <div className="mt-3 grid gap-3">
            <Remarks remarks={remarks} />
          </div>
        ) : null}
        {lack ? <Alert variant="destructive">{lack.join(' ')}</Alert> : null}
        <div className="mt-3 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {columns.fields.map(({ name, label, value }) => (
            <SelectField
              key={name}
              field={{
                id: `column-${name}`,
                name,
                initialValue: value,
                errorId: `column-${name}-error`,
                descriptionId: `column-${name}-description`,
              }}
              label={label}
              isRequired={NEEDED.has(name)}
            >
              <option value="">No column</option>
              {columns.header.map((column) => (
                <option key={column.at} value={column.at}>
                  {column.sample ? `${column.name} (${column.sample})` : column.name}
                </option>
              ))}
            </SelectField>
          ))}
        </div>
        <p className="mt-3 text-sm text-muted">
          Choose a duration in hours or minutes, or a start and an end. A project can stand for the
          client, and a project or tags for the work type. Without a rate, our client and work type
          rates are used. Of a list of clients, choose only the column with their names, as Client.
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Press value="columns">Read the file</Press>
          <Press value="clients" variant="secondary">
            It is a list of clients
          </Press>
          <RemoveFile />
        </div>
      </Card>
    </PostForm>
  );
}

/** A button of these forms, not to be pressed again while its answer is on the way. */
export function Press(props: ComponentProps<typeof Button>) {
  return <Button name="press" {...props} disabled={useIsSubmitting()} />;
}

/** The button that forgets the file. */
export const RemoveFile = () => (
  <Press value="forget" variant="quiet-danger">
    Remove this file
  </Press>
);

/** What the names in a file mean: a client or work type that is here or a new one, and who logged it. */
export function Names({ names, left, options }: NonNullable<Look['names']>) {
  if (names.length === 0) return null;
  const typedKinds = new Set(names.flatMap(({ kind, typed }) => (typed === null ? [] : [kind])));
  return (
    <Card
      title="Names"
      subtitle="Choose who and what each name means; new ones get the usual rates"
    >
      <ul className="grid gap-4 lg:grid-cols-2">
        {names.map((name, at) => (
          // Made anew when it means something else, or a script would leave the old choice standing.
          <li key={`${name.key} ${name.value}`}>
            <NameField name={name} at={at} options={options[name.kind]} />
          </li>
        ))}
      </ul>
      {left === 0 ? null : (
        <p className="mt-3 text-sm text-muted">
          And {formatCount(left)} more names: each is matched by name, or created.
        </p>
      )}
      {[...typedKinds].map((kind) => (
        <datalist key={kind} id={`names-${kind}`}>
          {options[kind].map(({ id, name }) => (
            <option key={id} value={name} />
          ))}
        </datalist>
      ))}
    </Card>
  );
}

function NameField({ name, at, options }: { name: ShownName; at: number; options: Option[] }) {
  const id = `name-${at}`;
  const isPerson = name.kind === 'person';
  const none = isPerson ? 'nobody named' : `No ${NAME_KINDS[name.kind].toLowerCase()}`;
  const said = name.name === '' ? none : name.name;
  const what = name.isHardware ? `${said}, for hardware` : said;
  const lines = name.lines === '1' ? '1 line' : `${name.lines} lines`;
  const control = {
    id,
    'data-kept-as': `nameIs=${name.key}`,
    className: 'control',
    'aria-invalid': name.problem !== null ? true : undefined,
    'aria-describedby':
      name.problem !== null ? `${id}-problem` : name.twin !== null ? `${id}-twin` : undefined,
  };
  const unchosen = isPerson ? 'Nobody here' : 'Create new';
  return (
    <div className="grid min-w-0 gap-1.5">
      <input type="hidden" name="nameKey" value={name.key} />
      <input type="hidden" name="nameWas" value={name.value} />
      <label htmlFor={id} className="text-sm font-medium wrap-anywhere">
        {NAME_KINDS[name.kind]}: {what} <span className="font-normal text-muted">({lines})</span>
      </label>
      {name.typed === null ? (
        <select name="nameIs" defaultValue={name.value} {...control}>
          {name.value === '' ? <option value="">Choose</option> : null}
          {isPerson || name.name !== '' ? <option value="0">{unchosen}</option> : null}
          {options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.name}
            </option>
          ))}
        </select>
      ) : (
        <>
          <input type="hidden" name="nameIs" value={name.value} />
          <input
            name={`nameTyped:${at}`}
            list={`names-${name.kind}`}
            placeholder={name.value === '' ? 'Choose' : unchosen}
            defaultValue={name.typed}
            {...control}
          />
        </>
      )}
      {name.problem !== null ? (
        <p id={`${id}-problem`} className="text-sm text-danger">
          {name.problem}
        </p>
      ) : null}
      {name.twin === null ? null : (
        <p id={`${id}-twin`} className="text-sm text-warning wrap-anywhere">
          {`Here there is “${name.twin}”, which is proposed. If this is another client, ${
            name.typed === null ? 'choose “Create new”.' : 'empty the field.'
          }`}
        </p>
      )}
    </div>
  );
}

/** The logs that a file would change, with a box for all of them and one for each. */
export function Edits({ seen, isChosen, isOne, logs, left }: NonNullable<Look['edits']>) {
  return (
    <Card
      title="Changed logs"
      subtitle="Lines of logs you already have, with other values; unless ticked, the logs stay as they are"
    >
      <Box key={`${seen} ${isChosen}`} name="edits" value={seen} isTicked={isChosen}>
        {isOne ? 'Change this log' : 'Change all of them'}
      </Box>
      <ul className="grid gap-3">
        {logs.map(({ id, key, name, changes, isChosen }) => (
          <li key={key} className="border-t border-line pt-3 text-sm first:border-0 first:pt-0">
            <p className="font-medium wrap-anywhere">
              {name} <span className="font-normal text-muted">(log {id})</span>
            </p>
            <ul>
              {changes.map((change) => (
                <li key={change} className="wrap-anywhere text-muted">
                  {change}
                </li>
              ))}
            </ul>
            {isOne ? null : (
              <Box key={String(isChosen)} name="edits" value={key} isTicked={isChosen}>
                Change this log
              </Box>
            )}
          </li>
        ))}
      </ul>
      {left === null ? null : <p className="mt-3 text-sm text-muted">And {left} more.</p>}
    </Card>
  );
}

type ProblemsProps = Pick<Look, 'problems'> & {
  /** How many there are; not all are shown. */
  count: number;
  subtitle?: string;
  children?: ReactNode;
};

/** The lines of a file that have a problem, each with its sentence and the cells to be mended. */
export function Problems({ problems, count, subtitle, children }: ProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <Card title={`Lines with a problem (${formatCount(count)})`} subtitle={subtitle}>
      <ul className="grid gap-4">
        {problems.map(({ line, message, fields }) => (
          <li key={line} className="grid gap-2 border-t border-line pt-3 first:border-0 first:pt-0">
            <p className="text-sm wrap-anywhere">
              <span className="font-medium tabular-nums">Line {line}</span>: {message}
            </p>
            {fields.length > 0 ? (
              <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-4">
                {fields.map((field) => (
                  <Mend key={field.name} line={line} {...field} />
                ))}
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      {children}
    </Card>
  );
}

type MendProps = Look['problems'][number]['fields'][number] & { line: number };

function Mend({ name, label, value, line }: MendProps) {
  const control = { name, defaultValue: value, className: 'control' };
  return (
    <label className="grid min-w-0 gap-1">
      <span className="text-xs text-muted">
        <span className="sr-only">Line {line}, </span>
        {label}
      </span>
      {/[\r\n]/.test(value) ? <textarea rows={2} {...control} /> : <input {...control} />}
    </label>
  );
}

/** What should be known of a file before it is imported, a sentence each. */
export function Remarks({ remarks }: { remarks: string[] }) {
  return remarks.map((remark) => <Alert key={remark}>{remark}</Alert>);
}

type BoxProps = { name: string; value: string; isTicked: boolean; children: ReactNode };

/** A box of the form, ticked as it was sent last. */
export function Box({ name, value, isTicked, children }: BoxProps) {
  return (
    <label className="mb-3 flex min-h-11 items-center gap-3 text-sm font-medium">
      <input
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={isTicked}
        className="size-5 sm:size-4"
      />
      {children}
    </label>
  );
}
