import { ButtonLink } from './button.tsx';

/** The links to the newer and the older page of a list. */
export function PageLinks({ links }: { links: { older: string | null; newer: string | null } }) {
  if (links.newer === null && links.older === null) return null;
  return (
    <nav aria-label="Pages" className="no-print flex justify-between gap-3">
      {links.newer ? (
        <ButtonLink to={links.newer} variant="secondary" rel="prev">
          Newer
        </ButtonLink>
      ) : (
        <span />
      )}
      {links.older ? (
        <ButtonLink to={links.older} variant="secondary" rel="next">
          Older
        </ButtonLink>
      ) : null}
    </nav>
  );
}
