import type { Services } from '../context.server.ts';
import type { PostedForm } from '../http/form/form.server.ts';
import { invalid } from '../lib/errors.ts';
import { leadsInside } from './own-network.server.ts';
import { OWN_NETWORK } from './post.server.ts';

/** Asks whether the address of a form may be saved; gives a function that throws 400 where it may not. */
export async function checkAddress(
  { config }: Pick<Services, 'config'>,
  { submission }: PostedForm<{ url: string }>,
): Promise<() => void> {
  const isRefused =
    submission.status === 'success' &&
    !config.webhooksLocal &&
    (await leadsInside(submission.value.url));
  return () => {
    if (isRefused) throw invalid('url', OWN_NETWORK);
  };
}
