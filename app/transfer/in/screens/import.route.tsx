import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useActionData, useLoaderData, Link } from '@remix-run/react';
import { requireUser } from '../../../auth/guard.server.ts';
import { Nothing, parseFields } from '../../../http/form/form.server.ts';
import { newOneTimeKey } from '../../../http/once/one-time-keys.server.ts';
import { submit } from '../../../http/form/submit.server.ts';
import { pageTitle } from '../../../lib/product.ts';
import { loadImports, type ListedImport } from './import-screen.server.ts';
import { beginLook, readFileForm } from '../upload.server.ts';
import type { SubmissionResult } from '@conform-to/react';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FieldFrame, controlProps } from '../../../ui/field.tsx';
import { PostForm, useIsSubmitting } from '../../../ui/form.tsx';
import { Heads } from '../../../ui/heads.tsx';
import { EmptyState, PageHeader } from '../../../ui/page-header.tsx';

export const meta = pageTitle('Import');

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return { imports: loadImports(context), oneTimeKey: newOneTimeKey() };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const { fields, file, refusal } = await readFileForm(context, request);
  return submit(context, parseFields(request, fields, Nothing), {
    wait: (_, key) => beginLook(context, user, { file, refusal, key }),
    goTo: (id) => `/import/${id}`,
    success: () => null,
    failure: 'Failed to read the file',
    toastFor: () => null,
  });
}

/** Import: send a file in, and the list of those that came in. */
export default function Import() {
  const { imports, oneTimeKey } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.result;
  return (
    <>
      <Outlet />
      <div className="behind-dialog parts">
        <PageHeader title="Import" />
        <Card title="A CSV file">
          <FileForm oneTimeKey={oneTimeKey} reply={reply} />
          <p className="mt-3 text-sm">
            <Link to="/import/names" className="link" preventScrollReset>
              Paste a list of clients
            </Link>
          </p>
        </Card>
        <div className="card">
          {imports.length === 0 ? (
            <EmptyState title="No imports yet">
              You can undo an import until some of it is invoiced
            </EmptyState>
          ) : (
            <ImportsTable imports={imports} />
          )}
        </div>
      </div>
    </>
  );
}

const HINT =
  'From Harvest (detailed time, clients), Toggl Track, Clockify, Kimai, Xero (contacts) or Tallyhour. For other files you choose the columns once. You check everything before it is imported.';

function FileForm({ oneTimeKey, reply }: { oneTimeKey: string; reply?: SubmissionResult }) {
  const isSubmitting = useIsSubmitting();
  const field = {
    id: 'import-file',
    name: 'file',
    errors: reply?.error?.file ?? undefined,
    errorId: 'import-file-error',
    descriptionId: 'import-file-description',
  };
  return (
    <PostForm
      form={{ id: 'import', status: reply?.status, errors: reply?.error?.[''] ?? undefined }}
      action="/import"
      encType="multipart/form-data"
      oneTimeKey={oneTimeKey}
      className="grid gap-3"
    >
      <FieldFrame field={field} label="File" hint={HINT}>
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
          className="control h-auto py-1.5 file:mr-3 file:rounded-md file:border-0 file:bg-sunken file:px-3 file:py-1.5 file:font-medium file:text-ink"
          {...controlProps(field, HINT)}
        />
      </FieldFrame>
      <div>
        <Button disabled={isSubmitting}>{isSubmitting ? 'Sending…' : 'Check file'}</Button>
      </div>
    </PostForm>
  );
}

function ImportsTable({ imports }: { imports: ListedImport[] }) {
  return (
    <table className="data-table">
      <caption className="sr-only">Imports, newest first</caption>
      <Heads names={['File', 'When', 'Result', 'Actions']} />
      <tbody>
        {imports.map((row) => (
          <tr key={row.id}>
            <td className="name">
              <Link to={`/import/${row.id}`} className="link wrap-anywhere">
                {row.name}
              </Link>
              {row.format ? <span className="block text-xs text-muted">{row.format}</span> : null}
            </td>
            <td>{row.when}</td>
            <td>{row.result}</td>
            <td className="actions">
              {row.status === 'done' ? (
                <ButtonLink
                  to={`/import/${row.id}/undo`}
                  variant="quiet-danger"
                  aria-label={`Undo the import of ${row.name}, ${row.when}`}
                >
                  Undo
                </ButtonLink>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
