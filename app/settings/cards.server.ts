import type { AppLoadContext } from '@remix-run/node';

/** What a card shows, or null when that could not be read. */
export type CardData<Data> = { data: Data } | null;

/**
 * Reads what a card shows. An error is logged and affects this card only: the others still load.
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
