import { json } from '@remix-run/node';

function addressNotFound() {
  return json({ message: 'There is nothing at this address.' }, { status: 404 });
}

/** Every address below `/api` that no other route takes. */
export const loader = addressNotFound;
export const action = addressNotFound;
