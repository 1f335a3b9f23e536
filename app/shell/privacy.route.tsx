import { PlainPage } from '../ui/dialog/plain-page.tsx';
import { PRODUCT_NAME, pageTitle } from '../lib/product.ts';

export const meta = pageTitle('Privacy');

export default function Privacy() {
  return (
    <PlainPage title="Privacy">
      <p>
        {PRODUCT_NAME} keeps what you enter (clients, work types and work logs), what you import
        from Todoist, and of you your email address and, where your sign-in provider gives them, its
        own name for you, your name and the address of your picture, which is shown nowhere. It
        keeps what you change, download and when you sign in, with device and network address, as a
        history that others here see. All of it is in one database, and in backups of it, on the
        machine that runs this copy.
      </p>
      <p>
        It is sent only to services that you connect in Settings: Xero gets the invoices that you
        create and the clients they are for, the AI service the descriptions that you have
        rewritten, Todoist the request for your completed tasks. Their keys and tokens are stored
        encrypted.
      </p>
      <p>
        It sets cookies only to keep you signed in, to remember where you were going, what you sent
        while signed out and this device’s settings, and to show a message after you save. What you
        type is kept in this browser until you save it, for seven days at most; signing out removes
        it. There is no tracking.
      </p>
    </PlainPage>
  );
}
