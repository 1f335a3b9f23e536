import { createHash } from 'node:crypto';
import type { Services } from '../../context.server.ts';
import type { Choices } from './choices.ts';
import { optionsOf, shownNames, type ShownName } from './shown-names.server.ts';

/** The hidden field that says which dates and mended lines a look was made from. */
export const SEEN = 'seen';

/** What stands in {@link SEEN}. */
export function seenOf({ dayOrder, mends }: Choices): string {
  return createHash('sha256')
    .update(JSON.stringify([dayOrder, mends]))
    .digest('base64url');
}

/** What a page said of a name: what it showed at first, and what stands there when it is sent. */
export type SentName = { key: string; was: string; is: string };

/** A page that was sent: its names, and which dates and mended lines it was made from; null: it does not say. */
export type SentLook = { names: SentName[]; seen: string | null };

/**
 * What counts for an import and was not shown by the page that was sent, since another page chose it meanwhile:
 * a sentence for each; none: all was shown.
 */
export function unseenChoices(
  services: Pick<Services, 'db'>,
  { id, choices, look }: { id: number; choices: Choices; look: SentLook },
): string[] {
  const options = optionsOf(services);
  const now = new Map(shownNames(services, id, choices).map((name) => [name.key, name]));
  const sentences = look.names.flatMap(({ key, was, is }) => {
    const name = now.get(key);
    // What this page says itself, also when it is sent again, was shown by it.
    if (name === undefined || name.value === was || name.value === is) return [];
    const say = (value: string) => `“${sayValue(name, value, options[name.kind])}”`;
    const isMine = is !== was;
    return [
      isMine
        ? `${sayName(name)}: ${say(is)} is chosen here, and ${say(name.value)} was chosen elsewhere.`
        : `${sayName(name)}: this page showed ${say(was)}, and it is ${say(name.value)} now.`,
    ];
  });
  return look.seen === null || look.seen === seenOf(choices) ? sentences : [...sentences, MENDED];
}

const MENDED = 'Lines were mended, or the order of dates was chosen, since this page was shown.';

const KINDS = { client: 'Client', 'work-type': 'Work type', person: 'Logged by' } as const;

const sayName = ({ kind, name }: ShownName) => `${KINDS[kind]} “${name === '' ? 'none' : name}”`;

function sayValue(
  { kind }: ShownName,
  value: string,
  options: { id: number; name: string }[],
): string {
  if (value === '') return 'Choose';
  if (value === '0') return kind === 'person' ? 'Nobody here' : 'Make it new';
  return options.find(({ id }) => String(id) === value)?.name ?? value;
}
