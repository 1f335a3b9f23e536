import type { AppLoadContext } from '@remix-run/node';

/** Reads what a card shows. An error is logged and affects this card only, which is null: the others still load. */
export function readCard<Data>(
  context: Pick<AppLoadContext, 'logger'>,
  title: string,
  read: () => Data,
): { data: Data } | null {
  try {
    return { data: read() };
  } catch (error) {
    context.logger.error({ error, card: title }, 'A card of Settings could not be loaded');
    return null;
  }
}
