import { json, type AppLoadContext } from '@remix-run/node';
import { refusedLater } from '../../../http/form/sent-later.server.ts';
import { errorToast } from '../../../http/form/submit.server.ts';
import { toastHeaders } from '../../../http/toast.server.ts';
import { ProductError } from '../../../lib/errors.ts';
import { BAR, barTexts, changesIn, rowsIn, selectedIn, type RefusedRows } from '../presses.ts';
import { joinErrors, savedMeanwhile } from './meanwhile.server.ts';

/** The refused rows of requests that are being answered with a document. */
const refusals = new WeakMap<AppLoadContext, RefusedRows>();

/** Answers the table's form with the sentences and all that was typed; the device of a waiting one without that. */
export async function refuseRows(
  context: AppLoadContext,
  sent: FormData,
  errors: RefusedRows['errors'],
  {
    status = 400,
    failure,
    answer,
  }: { status?: number; failure: string } & Pick<RefusedRows, 'answer'>,
) {
  const sentences = Object.values(errors).flatMap((texts) => Object.values(texts));
  const [sentence = ''] = sentences;
  if (context.sentLater) {
    throw refusedLater(
      context.sentLater,
      new ProductError(status, [...new Set(sentences)].join(' ')),
    );
  }
  const refused = keepRows(context, sent, errors, answer);
  const headers = await toastHeaders(context, errorToast(`${failure}. ${sentence}`));
  return json(refused, { status, headers });
}

/** Answers the table's form with every row as it was typed. */
export function showRows(context: AppLoadContext, sent: FormData) {
  return json(keepRows(context, sent, {}));
}

function keepRows(
  context: AppLoadContext,
  sent: FormData,
  errors: RefusedRows['errors'],
  answer?: RefusedRows['answer'],
): RefusedRows {
  const typed: RefusedRows['typed'] = Object.fromEntries(
    rowsIn(sent).map((key) => [key, changesIn(sent, key)]),
  );
  typed[BAR] = barTexts(sent);
  // The page that comes shows what is stored by now, so the next press on any of its rows decides.
  const others = savedMeanwhile(
    context,
    sent,
    rowsIn(sent).filter((key) => !(key in errors)),
  );
  const refused = { errors: joinErrors(errors, others), typed, selected: selectedIn(sent), answer };
  if (!context.isDataRequest) refusals.set(context, refused);
  return refused;
}

/** What {@link refuseRows} refused in the request that this page answers. */
export function refusedIn(context: AppLoadContext): RefusedRows | null {
  return refusals.get(context) ?? null;
}
