import { Form, Outlet, useLoaderData } from '@remix-run/react';
import { show } from '../../auth/press.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { FormToken } from '../../ui/form.tsx';
import { Heads } from '../../ui/heads.tsx';
import { EmptyState, PageHeader } from '../../ui/page-header.tsx';
import { loadRules, type RuleRow } from './try-rule.server.ts';

export const meta = pageTitle('Rules');

export const loader = show(({ context }) => ({ rules: loadRules(context) }));

export default function RulesPage() {
  const { rules } = useLoaderData<typeof loader>();
  return (
    <>
      <Outlet />
      <div className="behind-dialog parts">
        <PageHeader title="Rules">
          <ButtonLink to="/settings/rules/new" preventScrollReset>
            Add Rule
          </ButtonLink>
        </PageHeader>
        <p className="text-sm text-muted">
          Rules fill in completed tasks. The first match is used.
        </p>
        <div className="card">
          {rules.length === 0 ? (
            <EmptyState title="No rules yet">
              A rule sets the client, the work type and more for every task of a project, with a
              label, or with words in its name.
            </EmptyState>
          ) : (
            <table className="data-table">
              <caption className="sr-only">Rules, in order</caption>
              <Heads
                names={['Place', 'Which tasks', 'Then fill in', 'In the last 90 days', 'Actions']}
              />
              <tbody>
                {rules.map((rule) => (
                  <Row key={rule.id} rule={rule} />
                ))}
              </tbody>
            </table>
          )}
        </div>
      </div>
    </>
  );
}

function Row({ rule }: { rule: RuleRow }) {
  const { id, place, isLast, condition, effect, matched } = rule;
  return (
    <tr>
      <td data-label="Place" className="tabular-nums">
        {place}
      </td>
      <td data-label="Which tasks" className="leading name">
        {condition.map(({ name, value }) => (
          <span key={name} className="block wrap-anywhere">
            <span className="text-muted">{name}</span> <span className="font-medium">{value}</span>
          </span>
        ))}
      </td>
      <td data-label="Then fill in" className="name">
        {effect.map((part) => (
          <span key={part} className="block wrap-anywhere">
            {part}
          </span>
        ))}
      </td>
      <td data-label="In the last 90 days">{matched}</td>
      <td className="actions">
        <div className="flex flex-wrap gap-x-1 sm:justify-end">
          {place === 1 ? null : (
            <Move id={id} to={place - 1} label={`Move rule ${place} up`} text="Up" />
          )}{' '}
          {isLast ? null : (
            <Move id={id} to={place + 1} label={`Move rule ${place} down`} text="Down" />
          )}{' '}
          <ButtonLink
            to={`/settings/rules/${id}/edit`}
            variant="quiet"
            preventScrollReset
            aria-label={`Edit rule ${place}`}
          >
            Edit
          </ButtonLink>{' '}
          <ButtonLink
            to={`/settings/rules/${id}/delete`}
            variant="quiet-danger"
            preventScrollReset
            aria-label={`Delete rule ${place}`}
          >
            Delete
          </ButtonLink>
        </div>
      </td>
    </tr>
  );
}

function Move({ id, to, label, text }: { id: number; to: number; label: string; text: string }) {
  return (
    <Form method="post" action={`/settings/rules/${id}/move`} preventScrollReset className="inline">
      <FormToken />
      <button name="place" value={to} className="button button-quiet" aria-label={label}>
        {text}
      </button>
    </Form>
  );
}
