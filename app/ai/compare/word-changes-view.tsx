import type { WordChange } from './compare.server.ts';

/** A text with its changes, which are said in words, too: many screen readers pass over `<del>` and `<ins>`. */
export function WordChangesView({ changes }: { changes: WordChange[] }) {
  return (
    <p className="text-sm leading-relaxed wrap-anywhere whitespace-pre-wrap">
      {changes.map((change, index) => (
        // Indexes serve as keys: the list never changes its order, and two stretches can have the
        // same text.
        <Stretch key={index} {...change} />
      ))}
    </p>
  );
}

function Stretch({ kind, text }: WordChange) {
  switch (kind) {
    case 'same':
      return text;
    case 'removed':
      return (
        <del className="rounded-sm box-decoration-clone bg-danger-tint text-danger">
          <Aside>[removed: </Aside>
          {text}
          <Aside>] </Aside>
        </del>
      );
    case 'added':
      return (
        <ins className="rounded-sm box-decoration-clone bg-success-tint text-success underline underline-offset-2">
          <Aside>[added: </Aside>
          {text}
          <Aside>] </Aside>
        </ins>
      );
  }
}

/** Words for people who only hear the text; they are not copied along with it. */
function Aside({ children }: { children: string }) {
  return <span className="sr-only select-none">{children}</span>;
}
