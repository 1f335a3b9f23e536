import type { SubmissionResult } from '@conform-to/react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { PostForm, useIsSubmitting } from '../../../ui/form.tsx';
import { Remarks } from './remarks.tsx';
import type { Look } from './import-screen.server.ts';

type Props = {
  id: number;
  columns: NonNullable<Look['columns']>;
  /** Why it is asked. */
  why: string | null;
  remarks: string[];
  reply?: SubmissionResult;
};

const NEEDED = new Set(['client', 'workType', 'date']);

/** Which columns a file has that nobody knows; asked once for all files with this header, and anew when told to. */
export function ColumnsForm({ id, columns, why, remarks, reply }: Props) {
  const isSubmitting = useIsSubmitting();
  const lack = reply?.error?.columns;
  return (
    <PostForm
      form={{ id: 'columns', status: reply?.status, errors: reply?.error?.[''] ?? undefined }}
      action={columns.isAnew ? `/import/${id}?columns=anew` : `/import/${id}`}
    >
      <Card
        title="Which columns does it have?"
        subtitle="You are asked once; files with the same header are read alike"
      >
        {why === null ? null : <p className="text-sm">{why}</p>}
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
          A duration in hours or in minutes is needed, or a start and an end. Without a rate, those
          of the client and the work type count.
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button name="press" value="columns" disabled={isSubmitting}>
            Read the file
          </Button>
          <Button name="press" value="forget" variant="quiet-danger" disabled={isSubmitting}>
            Forget this file
          </Button>
        </div>
      </Card>
    </PostForm>
  );
}
