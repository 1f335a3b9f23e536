import { ProductError } from '../../lib/errors.ts';

/** Why a backup or a restore did not come about: a sentence for whoever asked for it. */
export class BackupError extends ProductError {
  /** What is damaged of the database, as SQLite says it, where that is why. */
  readonly damage: string | null;

  constructor(message: string, damage: string | null = null) {
    super(503, message);
    this.damage = damage;
    this.name = 'BackupError';
  }
}
