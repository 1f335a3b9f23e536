import { ProductError } from '../../lib/errors.ts';

/** Why a backup or a restore did not come about: a sentence for whoever asked for it. */
export class BackupError extends ProductError {
  constructor(message: string) {
    super(503, message);
    this.name = 'BackupError';
  }
}
