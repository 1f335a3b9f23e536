import type { SubmissionResult } from '@conform-to/react';
import { Link } from '@remix-run/react';
import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { formatCount } from '../../../lib/count.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { PostForm } from '../../../ui/form.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { useBeforePaint } from '../../../ui/scripts/hydration.ts';
import { contentOf, fillIn, idOf, isKept } from '../../../ui/scripts/kept-fields.ts';
import { PrintedTable } from '../../print/printed-table.tsx';
import { ProgressPanel } from '../../../ui/progress/progress-panel.tsx';
import type { Look } from './import-screen.server.ts';
import {
  Box,
  ColumnsForm,
  Edits,
  Names,
  Press,
  Problems,
  Remarks,
  RemoveFile,
} from './look-parts.tsx';

type Props = Look & {
  /** The look itself: another one with each answer. */
  look: Look;
  reply?: SubmissionResult;
};

/** One import: how far it is, what its file holds, and what came of it. */
export function LookScreen(props: Props) {
  const ref = useRef<HTMLDivElement>(null);
  useChosenSince(ref, props.look);
  return (
    <div ref={ref} className="parts">
      <PageHeader title={props.name}>
        <ButtonLink to="/import" variant="secondary">
          All imports
        </ButtonLink>
      </PageHeader>
      {props.format ? <p className="text-sm wrap-anywhere text-muted">{props.format}</p> : null}
      <Body {...props} />
    </div>
  );
}

function Body(props: Props): ReactNode {
  const { status, progress, columns } = props;
  switch (status) {
    case 'reading':
      return <ProgressPanel title="The file is being read…" progress={progress} />;
    case 'writing':
      return <ProgressPanel title="Its lines are being imported…" progress={progress} />;
    case 'waiting':
      return columns === null ? (
        <LookForm {...props} />
      ) : (
        <ColumnsForm {...props} columns={columns} />
      );
    case 'done':
    case 'failed':
    case 'undone':
      return <Ended {...props} />;
  }
}

function Ended({ id, status, result, message, problems, counts, hasSheet }: Props) {
  return (
    <>
      {status === 'failed' ? (
        <>
          <Alert variant="destructive" title="Not imported">
            {message ?? 'The import failed.'}
          </Alert>
          <div>
            <ButtonLink to="/import">Choose another file</ButtonLink>
          </div>
        </>
      ) : (
        <Card title={result}>
          <p className="text-sm">
            {status === 'done'
              ? 'You can undo the whole import until some of it is invoiced.'
              : 'Everything it created was deleted.'}
          </p>
          {status === 'done' ? (
            <div className="mt-3 flex flex-wrap gap-2">
              {hasSheet ? (
                <ButtonLink to={`/import/${id}/sheet`}>Compare with the file</ButtonLink>
              ) : null}
              <ButtonLink to="/work-logs" variant={hasSheet ? 'secondary' : undefined}>
                Work Logs
              </ButtonLink>
              <ButtonLink to={`/import/${id}/undo`} variant="quiet-danger">
                Undo
              </ButtonLink>
            </div>
          ) : null}
        </Card>
      )}
      <Problems problems={problems} count={counts.problemCount} />
    </>
  );
}

function LookForm(props: Props) {
  const { id, counts, problems, moreProblems, seen, reply } = props;
  return (
    <PostForm
      form={{ id: 'look', status: reply?.status, errors: reply?.error?.[''] ?? undefined }}
      action={`/import/${id}`}
      className="parts"
    >
      <input type="hidden" name="seen" value={seen} />
      <input type="hidden" name="problemsSeen" value={counts.problemCount} />
      {props.message ? <Alert variant="destructive">{props.message}</Alert> : null}
      <Card title="What the file holds">
        <Counts counts={counts} />
      </Card>
      <Remarks remarks={props.remarks} />
      {props.work ? <Work {...props.work} /> : null}
      {props.edits ? <Edits {...props.edits} /> : null}
      {props.questions.map((question) => (
        <Question key={`${question.name} ${question.chosen}`} {...question} />
      ))}
      {props.names ? <Names {...props.names} /> : null}
      <Problems
        problems={problems}
        count={counts.problemCount}
        subtitle="Fix them and check again, or leave them out"
      >
        {moreProblems ? (
          <p className="mt-3 text-sm">
            <Link to={moreProblems} className="link">
              More lines with a problem
            </Link>
          </p>
        ) : null}
      </Problems>
      <Card title="Import">
        {counts.problemCount > 0 ? (
          <Box name="skip" value="1" isTicked={props.skips}>
            {counts.problemCount === 1
              ? 'Leave out the line with a problem'
              : `Leave out the ${formatCount(counts.problemCount)} lines with a problem`}
          </Box>
        ) : null}
        {props.doubts === null ? null : (
          <Box name="confirm" value="doubtful" isTicked={props.confirms}>
            {props.doubts} These are right: import them
          </Box>
        )}
        <div className="flex flex-wrap gap-2">
          <Press value="import">Import</Press>
          <Press value="look" variant="secondary">
            Check again
          </Press>
          {props.maySetColumns ? (
            <Press value="columns-anew" variant={props.hasChosenColumns ? 'secondary' : 'quiet'}>
              {props.hasChosenColumns ? 'Choose the columns again' : 'Choose columns'}
            </Press>
          ) : null}
          <RemoveFile />
        </div>
      </Card>
    </PostForm>
  );
}

const ONLY_SOMETIMES = new Set<string>(['Changed', 'No work']);

function Counts({ counts }: Pick<Look, 'counts'>) {
  const shown = [
    ['New', counts.new, 'to be imported'],
    ['Here already', counts.known, 'stay as they are'],
    ['Changed', counts.changed, 'are listed below'],
    ['With a problem', counts.problemCount, 'are listed below'],
    ['No work', counts.leftOut, 'breaks, left out'],
  ] as const;
  const figures = shown.flatMap(([label, count, what]): [string, string, string][] =>
    count === 0 && ONLY_SOMETIMES.has(label)
      ? []
      : [[label, formatCount(count), count === 0 ? 'none' : what]],
  );
  return <Figures figures={figures} />;
}

function Question({ name, title, subtitle, legend, chosen, answers }: Look['questions'][number]) {
  return (
    <Card title={title} subtitle={subtitle}>
      <fieldset className="grid gap-1">
        <legend className="text-sm font-medium">{legend}</legend>
        {answers.map(([value, label]) => (
          <label key={value} className="flex min-h-11 items-center gap-3 text-sm sm:min-h-8">
            <input type="radio" name={name} value={value} defaultChecked={value === chosen} />
            {label}
          </label>
        ))}
      </fieldset>
    </Card>
  );
}

/** Figures of a file, each with its name, and what it means. */
function Figures({ figures }: { figures: [label: string, value: string, what?: string][] }) {
  return (
    <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      {figures.map(([label, value, what]) => (
        <div key={label}>
          <dt className="text-sm text-muted">{label}</dt>
          <dd className={`${what ? 'text-2xl' : 'text-lg'} font-semibold tabular-nums`}>{value}</dd>
          {what ? <dd className="text-xs text-muted">{what}</dd> : null}
        </div>
      ))}
    </dl>
  );
}

/** What a file of work comes to, there and here: in all, by client and month, and its first lines. */
function Work({ id, sheet, lines }: NonNullable<Look['work']>) {
  const tables = [
    { ...sheet, name: 'By client and month', to: `/import/${id}/sheet`, all: 'All months' },
    { ...lines, name: 'Lines', to: `/import/${id}/lines`, all: 'All lines' },
  ];
  return (
    <Card title="Hours and money" subtitle={sheet.about.at(-1)}>
      <Figures figures={sheet.sums} />
      <div className="mt-3 grid gap-3">
        {tables.map(({ name, columns, groups, to, all }) => (
          <Disclosure key={name} title={name}>
            <PrintedTable title={name} columns={columns} groups={groups} />
            <Link to={to} className="link text-sm">
              {all}
            </Link>
          </Disclosure>
        ))}
      </div>
    </Card>
  );
}

/** Keeps what is chosen or typed while the answer to a press is on its way, which draws names anew, or all. */
function useChosenSince(page: RefObject<HTMLElement>, answer: unknown): void {
  const [since] = useState(() => new Map<string, string>());
  useBeforePaint(() => {
    const element = page.current;
    const note = ({ target }: Event) => {
      if (isKept(target)) since.set(idOf(target), contentOf(target));
    };
    const forget = () => {
      since.clear();
    };
    element?.addEventListener('input', note);
    element?.addEventListener('submit', forget);
    return () => {
      element?.removeEventListener('input', note);
      element?.removeEventListener('submit', forget);
    };
  }, [page, since]);
  useBeforePaint(() => {
    const form = page.current?.querySelector('form');
    if (form && since.size > 0) void fillIn(form, Object.fromEntries(since));
  }, [page, since, answer]);
}
