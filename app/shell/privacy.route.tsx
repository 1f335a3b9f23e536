import type { MetaFunction } from '@remix-run/node';
import { PlainPage } from '../ui/plain-page.tsx';
import { PRODUCT_NAME, pageTitle } from '../lib/product.ts';

export const meta: MetaFunction = () => pageTitle('Privacy');

export default function Privacy() {
  return (
    <PlainPage title="Privacy">
      <p>
        {PRODUCT_NAME} keeps what you enter (clients, work types and work logs), and of you your
        email address and, where your sign-in provider gives them, your name and picture. All of it
        is in one database on the machine that runs this copy.
      </p>
      <p>
        It sets cookies only to keep you signed in and to show a message after you save. There is no
        tracking, and nothing is sent to anyone else.
      </p>
    </PlainPage>
  );
}
