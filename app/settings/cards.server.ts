import type { AppLoadContext } from '@remix-run/node';

/** What one card shows, or null where that could not be read. */
export type CardData<Data> = { data: Data } | null;

/**
 * Reads what a card shows. A fault is logged and stays in its card: the others load as if
 * nothing was.
 */
export function readCard<Data>(
  context: Pick<AppLoadContext, 'logger'>,
  title: string,
  read: () => Data,
): CardData<Data> {
  try {
    return { data: read() };
  } catch (error) {
    context.logger.error({ error, card: title }, 'A card of Settings could not be loaded');
    return null;
  }
}
