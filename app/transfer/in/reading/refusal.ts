import { ProductError } from '../../../lib/errors.ts';

/** Why a whole file cannot be read, or nothing of it be written, as a sentence for people. */
export class FileRefusal extends ProductError {
  constructor(message: string) {
    super(409, message);
  }
}
