import { PlainPage } from '../ui/dialog/plain-page.tsx';
import { PRODUCT_NAME, pageTitle } from '../lib/product.ts';

export const meta = pageTitle('Terms');

export default function Terms() {
  return (
    <PlainPage title="Terms">
      <p>
        This copy of {PRODUCT_NAME} is run by whoever gave you its address, on a machine of theirs.
        They decide who may sign in, and they keep the backups.
      </p>
      <p>
        The software comes without warranty. Figures are computed from what you enter: check an
        invoice before you send it.
      </p>
    </PlainPage>
  );
}
