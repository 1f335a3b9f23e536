import { ButtonLink } from './button.tsx';

type PageLinksProps = {
  links: { older: string | null; newer: string | null };
  /** What the two are called where a list is not by time. */
  names?: [newer: string, older: string];
};

/** The links to the newer and the older page of a list. */
export function PageLinks({ links, names: [newer, older] = ['Newer', 'Older'] }: PageLinksProps) {
  if (links.newer === null && links.older === null) return null;
  return (
    <nav aria-label="Pages" className="no-print flex justify-between gap-3">
      {links.newer ? (
        <ButtonLink to={links.newer} variant="secondary" rel="prev">
          {newer}
        </ButtonLink>
      ) : (
        <span />
      )}
      {links.older ? (
        <ButtonLink to={links.older} variant="secondary" rel="next">
          {older}
        </ButtonLink>
      ) : null}
    </nav>
  );
}
