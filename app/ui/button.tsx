import { Link } from '@remix-run/react';
import type { ComponentProps } from 'react';

/** How a button looks. */
export type ButtonVariant = 'primary' | 'secondary' | 'danger' | 'quiet' | 'quiet-danger';

type Styled = { variant?: ButtonVariant };

function classes(variant: ButtonVariant, more?: string): string {
  return `button button-${variant}${more ? ` ${more}` : ''}`;
}

/** A button; it submits its form unless told otherwise. */
export function Button({
  variant = 'primary',
  type = 'submit',
  className,
  ...rest
}: ComponentProps<'button'> & Styled) {
  return <button type={type} className={classes(variant, className)} {...rest} />;
}

/** A link inside the product that looks like a button. */
export function ButtonLink({
  variant = 'primary',
  className,
  ...rest
}: ComponentProps<typeof Link> & Styled) {
  return <Link className={classes(variant, className)} {...rest} />;
}

/** A button-like link that the browser follows without a script. */
export function PlainButtonLink({
  variant = 'primary',
  className,
  children,
  ...rest
}: ComponentProps<'a'> & Styled) {
  return (
    <a className={classes(variant, className)} {...rest}>
      {children}
    </a>
  );
}
