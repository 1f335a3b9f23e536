import { useForm } from '@conform-to/react';
import { json, type ActionFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { parseForm } from '../../http/form/form.server.ts';
import { submit } from '../../http/form/submit.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { DialogActions, RouteDialog } from '../../ui/dialog/route-dialog.tsx';
import { FieldErrors, SelectField, TextField } from '../../ui/field.tsx';
import { PostForm } from '../../ui/form.tsx';
import { requireUser } from '../guard.server.ts';
import { show } from '../press.server.ts';
import { EXPIRIES, SCOPE_SAYS, TOKEN_SCOPES, WRITES_BACK } from './scopes.ts';
import { makeToken, NewTokenInput } from './tokens.server.ts';

export const meta = pageTitle('Make Token');

export const loader = show(() => ({ oneTimeKey: newOneTimeKey() }));

const MADE_BEFORE =
  'This token was made already, and is shown only once. If you did not copy it, end it and make another.';

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  // Kept in no answer: the form's key gives only the sentence above to whoever sends it again.
  const made: string[] = [];
  const answer = await submit(context, await parseForm(request, NewTokenInput), {
    run: (input) => {
      made.push(makeToken(context, user.id, input).token);
    },
    goTo: '/settings/tokens',
    success: MADE_BEFORE,
    failure: 'Failed to make the token',
  });
  const [token] = made;
  if (token === undefined || !answer.headers.has('Location')) return answer;
  // Not 200: the page of a form is kept for Back.
  return json({ token }, { status: 201, headers: { 'Cache-Control': 'no-store' } });
}

export default function NewToken() {
  const { oneTimeKey } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  if (reply && 'token' in reply) return <Made token={reply.token} />;
  return (
    <RouteDialog title="Make Token" backTo="/settings/tokens">
      <TokenForm oneTimeKey={oneTimeKey} lastResult={reply?.result} />
    </RouteDialog>
  );
}

function Made({ token }: { token: string }) {
  return (
    <RouteDialog title="Token made" backTo="/settings/tokens">
      <div className="grid gap-4">
        <p className="text-sm">Copy it now: it is shown only this once, and kept nowhere here.</p>
        <p className="font-medium wrap-anywhere">
          <code>{token}</code>
        </p>
        <p className="text-sm text-muted">
          A program sends it as <code>Authorization: Bearer</code> and the token.
        </p>
        <div>
          <ButtonLink to="/settings/tokens">Done</ButtonLink>
        </div>
      </div>
    </RouteDialog>
  );
}

type Fields = { name?: string; scopes?: string[]; days?: string; writesBackDays?: string };

function TokenForm({
  oneTimeKey,
  lastResult,
}: {
  oneTimeKey: string;
  lastResult: Parameters<typeof useForm<Fields>>[0]['lastResult'];
}) {
  const [form, fields] = useForm<Fields>({
    id: 'new-token',
    lastResult,
    defaultValue: { days: '90', writesBackDays: 'any' },
  });
  const sent = fields.scopes.initialValue as string | string[] | undefined;
  const ticked = [sent ?? []].flat();
  return (
    <PostForm form={form} oneTimeKey={oneTimeKey} className="grid gap-4" preventScrollReset>
      <TextField
        field={fields.name}
        label="Name"
        hint="Stands in History beside what it does"
        maxLength={60}
        isRequired
      />
      <fieldset aria-describedby={fields.scopes.errors && fields.scopes.errorId}>
        <legend>What it may do *</legend>
        {TOKEN_SCOPES.map((scope, index) => (
          <label
            key={scope}
            className="flex min-h-11 items-center gap-3 sm:min-h-8 pointer-coarse:min-h-11"
          >
            <input
              type="checkbox"
              name="scopes"
              value={scope}
              id={index === 0 ? fields.scopes.id : undefined}
              defaultChecked={ticked.includes(scope)}
              className="size-5 shrink-0"
            />
            <span>
              {SCOPE_SAYS[scope].label}
              <span className="text-sm text-muted"> · {SCOPE_SAYS[scope].says}</span>
            </span>
          </label>
        ))}
        <FieldErrors field={fields.scopes} />
      </fieldset>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField field={fields.days} label="Expires">
          <Options of={EXPIRIES} />
        </SelectField>
        <SelectField
          field={fields.writesBackDays}
          label="Writes back"
          hint="The oldest work that it may log or change"
        >
          <Options of={WRITES_BACK} />
        </SelectField>
      </div>
      <DialogActions>
        <Button>Make Token</Button>
      </DialogActions>
    </PostForm>
  );
}

function Options({ of }: { of: Record<string, string> }) {
  return Object.entries(of).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
