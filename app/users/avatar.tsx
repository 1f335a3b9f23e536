/** A person's picture, of which we keep a copy so that no other host learns who works here, or the first letter of their name. */
export function Avatar({ name, image }: { name: string; image: string | null | undefined }) {
  // Lazy: not while the menu that it is in is closed.
  if (image) return <img src={image} alt="" loading="lazy" className="avatar" />;
  return (
    <span aria-hidden="true" className="avatar">
      {Array.from(name)[0]?.toUpperCase()}
    </span>
  );
}
