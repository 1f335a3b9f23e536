import { Form, Link, useSearchParams } from '@remix-run/react';
import { formatPounds, parsePounds } from '../lib/money.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FormToken } from '../ui/form.tsx';
import { ListLinks } from '../ui/list-links.tsx';
import { EmptyState } from '../ui/page-header.tsx';
import type { WorkTypeView } from './work-types.ts';
import { itemsNameOf } from './items-name.ts';

const SHOWN_BY_DEFAULT = 3;

type WorkTypesCardProps = {
  workTypes: WorkTypeView[];
  deletedWorkTypes: WorkTypeView[];
};

/** The Settings card with the work types, and the deleted ones that can be brought back. */
export function WorkTypesCard({ workTypes, deletedWorkTypes }: WorkTypesCardProps) {
  const [searchParams] = useSearchParams();
  const showsAll = searchParams.get('workTypes') === 'all';
  const shown = showsAll ? workTypes : workTypes.slice(0, SHOWN_BY_DEFAULT);
  return (
    <Card
      id="work-types"
      title="Work Types"
      actions={
        <ButtonLink to="/settings/work-types/new" variant="secondary" preventScrollReset>
          Add Type
        </ButtonLink>
      }
    >
      {workTypes.length === 0 ? (
        <EmptyState title="No work types configured">Add a type to start logging work.</EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {shown.map((workType) => (
            <WorkTypeRow key={workType.id} workType={workType} />
          ))}
        </ul>
      )}
      {workTypes.length > 0 ? (
        <ListLinks
          label="All work types"
          print="/settings/work-types/print"
          csv={[['/work-types.csv', 'Download CSV']]}
        >
          {workTypes.length > SHOWN_BY_DEFAULT ? (
            <Link
              to={showsAll ? '/settings' : '/settings?workTypes=all'}
              replace
              preventScrollReset
              className="period-link"
            >
              {showsAll ? 'Show Less' : `Show All (${workTypes.length})`}
            </Link>
          ) : null}
        </ListLinks>
      ) : null}
      {deletedWorkTypes.length > 0 ? <DeletedWorkTypes workTypes={deletedWorkTypes} /> : null}
    </Card>
  );
}

function WorkTypeRow({ workType }: { workType: WorkTypeView }) {
  const { id, name, description, hourlyRate } = workType;
  return (
    <li className="flex items-center justify-between gap-4 py-1">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {name}
          {workType.isHardware ? <Badge tone="accent">{itemsNameOf(workType)}</Badge> : null}
        </p>
        {description ? <p className="text-sm wrap-anywhere text-muted">{description}</p> : null}
      </div>
      <div className="flex shrink-0 items-center gap-2 text-sm">
        <span className="tabular-nums">{formatPounds(parsePounds(hourlyRate) ?? 0)}/hr</span>
        <Link
          to={`/settings/work-types/${id}/edit`}
          preventScrollReset
          className="button button-quiet -mr-2"
          aria-label={`Edit ${name}`}
        >
          Edit
        </Link>
      </div>
    </li>
  );
}

function DeletedWorkTypes({ workTypes }: { workTypes: WorkTypeView[] }) {
  return (
    <details className="mt-3 border-t border-line pt-3 text-sm">
      <summary className="text-muted">Deleted ({workTypes.length})</summary>
      <ul className="mt-2">
        {workTypes.map(({ id, name }) => (
          <li key={id} className="flex items-center justify-between gap-4 py-1">
            <span className="wrap-anywhere">{name}</span>
            <Form method="post" action={`/settings/work-types/${id}/restore`} preventScrollReset>
              <FormToken />
              <Button variant="quiet" aria-label={`Restore ${name}`}>
                Restore
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </details>
  );
}
