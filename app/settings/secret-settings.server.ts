import type { Services } from '../context.server.ts';
import type { SecretStore } from '../platform/secrets/key-check.server.ts';
import { readSetting, SECRET_SETTINGS, writeSetting } from '../platform/settings-store.server.ts';

const NAMES = { 'todoist.token': 'The Todoist token', 'ai.key': 'The AI key' };

/** The secrets that are typed in Settings. */
export function secretSettings(services: Pick<Services, 'db'>): SecretStore {
  const stored = () =>
    SECRET_SETTINGS.flatMap((name) => {
      const sealed = readSetting(services, name);
      return sealed === null ? [] : [{ purpose: name, sealed }];
    });
  return {
    names: () => stored().map(({ purpose }) => NAMES[purpose]),
    sealed: stored,
    reseal: (resealed) => {
      for (const { purpose, sealed } of stored()) {
        writeSetting(services, purpose, resealed(purpose, sealed));
      }
    },
    forget: () => {
      for (const name of SECRET_SETTINGS) writeSetting(services, name, null);
    },
  };
}
