import { useRef } from 'react';
import { Button, ButtonLink, PlainButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { PostForm } from '../ui/form.tsx';
import { EmptyState, PageHeader } from '../ui/page-header.tsx';
import { useInternalLinks } from '../ui/scripts/internal-links.ts';
import { AS_IT_IS, usePageOnly } from '../ui/scripts/page-only.tsx';
import type { ForgottenData } from './forgotten-screen.server.ts';

type Section = ForgottenData['sections'][number];

type ForgottenScreenProps = Omit<ForgottenData, 'sections'> & {
  sections: Pick<Section, 'reason' | 'title' | 'count' | 'sum'>[];
  /** The same with their rows; null where they are in the page already. */
  listed: Section[] | null;
};

/** What may be forgotten, each with its reason, its money and the press that mends it. */
export function ForgottenScreen({ sections, left, listed: given, ...data }: ForgottenScreenProps) {
  const ref = useRef<HTMLDivElement>(null);
  useInternalLinks(ref);
  const listed = usePageOnly('forgotten', given);
  return (
    <div className="parts">
      <PageHeader title="Forgotten work">
        {data.isOnly ? (
          <ButtonLink to="/forgotten" variant="secondary">
            All Reasons
          </ButtonLink>
        ) : null}
      </PageHeader>
      {sections.length === 0 ? (
        <div className="card">
          <EmptyState title="Nothing forgotten">
            Looked at {data.today}: old logs, last month’s invoices, tasks in review, non-billable
            logs, regular work and short days.
          </EmptyState>
        </div>
      ) : data.isOnly ? null : (
        <Overview sections={sections} total={data.total} />
      )}
      <div ref={ref}>
        <PostForm
          form={{ id: 'forgotten' }}
          oneTimeKey={data.oneTimeKey}
          preventScrollReset
          className="parts"
        >
          {listed === null ? (
            <div key="page" className="grid gap-5 empty:hidden" {...AS_IT_IS} />
          ) : (
            <div key="data" className="grid gap-5 empty:hidden">
              {listed.map((section) => (
                <Findings key={section.reason} section={section} />
              ))}
            </div>
          )}
          {left.length === 0 ? null : <Left left={left} />}
        </PostForm>
      </div>
    </div>
  );
}

function Overview({ sections, total }: Pick<ForgottenScreenProps, 'sections' | 'total'>) {
  return (
    <nav aria-label="Reasons" className="card px-4 py-3 sm:px-5">
      <p className="text-sm text-muted">
        {total} to check, amounts ex VAT. Items you leave won’t return.
      </p>
      <ul className="mt-1 grid gap-x-10 text-sm lg:grid-cols-2">
        {sections.map(({ reason, title, count, sum }) => (
          <li key={reason} className="flex min-h-11 items-center gap-4 border-t border-line">
            <a href={`#${reason}`} className="link min-w-0 flex-1 py-2.5">
              {title} ({count})
            </a>{' '}
            <span className="font-medium whitespace-nowrap tabular-nums">{sum}</span>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Findings({ section }: { section: Section }) {
  const { reason, title, about, count, sum, findings, others, all, leaveAll, earlier, later } =
    section;
  return (
    <Card
      id={reason}
      title={`${title} (${count})`}
      subtitle={about}
      actions={<p className="font-semibold whitespace-nowrap tabular-nums">{sum}</p>}
    >
      <div className="-my-4">
        <ul className="divide-y divide-line">
          {findings.map((row) => (
            <FindingRow key={row.key} row={row} />
          ))}
        </ul>
        {all === null ? null : (
          <p className="border-t border-line">
            <a href={all} className="flex min-h-11 items-center rounded-lg text-sm text-accent">
              {others} more<span className="sr-only"> of {title}</span>
            </a>
          </p>
        )}
        {leaveAll.count > 1 || earlier || later ? (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2 text-sm">
            {earlier ? (
              <a href={earlier} className="link inline-flex min-h-11 items-center">
                Those before<span className="sr-only"> of {title}</span>
              </a>
            ) : null}{' '}
            {later ? (
              <a href={later} className="link inline-flex min-h-11 items-center">
                Those after<span className="sr-only"> of {title}</span>
              </a>
            ) : null}{' '}
            {leaveAll.count > 1 ? (
              <span className="ml-auto">
                <Button name="leaveAll" value={leaveAll.value} variant="quiet">
                  Leave all {leaveAll.count}
                  <span className="sr-only"> of {title}</span>
                </Button>
              </span>
            ) : null}
          </div>
        ) : null}
      </div>
    </Card>
  );
}

function FindingRow({ row }: { row: Section['findings'][number] }) {
  const { key, name, why, details, amount, note, mend } = row;
  const what = <span className="sr-only"> {name}</span>;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 lg:flex-nowrap">
      <div className="min-w-0 flex-1 basis-full lg:basis-56">
        <p className="font-medium wrap-anywhere">{name}</p>{' '}
        <p className="text-sm wrap-anywhere text-muted">{why}</p>{' '}
        {details ? <p className="text-sm wrap-anywhere text-muted">“{details}”</p> : null}
      </div>
      <p className="min-w-0 flex-1 tabular-nums lg:flex-none lg:text-right">
        {amount ? <span className="font-medium">{amount}</span> : null}{' '}
        <span className="block text-xs text-muted">{note}</span>
      </p>{' '}
      <div className="flex justify-end gap-1 lg:basis-60">
        {'to' in mend ? (
          <PlainButtonLink href={mend.to} variant="secondary">
            {mend.label}
            {what}
          </PlainButtonLink>
        ) : (
          <Button name={mend.press} value={mend.id} variant="secondary">
            {mend.label}
            {what}
          </Button>
        )}{' '}
        <Button name="leave" value={key} variant="quiet">
          Leave it{what}
        </Button>
      </div>
    </li>
  );
}

function Left({ left }: Pick<ForgottenData, 'left'>) {
  return (
    <details className="card group px-4 sm:px-5">
      <summary className="flex min-h-11 items-center rounded-lg text-sm text-accent">
        Left as is ({left.length === 50 ? 'the last 50' : left.length})
      </summary>
      <ul className="divide-y divide-line border-t border-line">
        {left.map(({ id, name, reason, amount, when }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 py-2">
            <div className="min-w-0 flex-1 basis-56">
              <p className="text-sm font-medium wrap-anywhere">{name}</p>{' '}
              <p className="text-sm text-muted">
                {reason}
                {amount ? ` · ${amount}` : ''} · left {when}
              </p>
            </div>{' '}
            <Button name="back" value={id} variant="quiet">
              List again<span className="sr-only"> {name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
