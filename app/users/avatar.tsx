/**
 * The first letter of the name. A picture would be fetched from wherever the identity provider says, and
 * tell that host who works here and when.
 */
export function Avatar({ name }: { name: string }) {
  return (
    <span aria-hidden="true" className="avatar">
      {Array.from(name)[0]}
    </span>
  );
}
