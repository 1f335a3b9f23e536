import { xeroConnections, xeroOrganisations } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import type { SecretStore } from '../../platform/secrets/secret-store.ts';
import { findConnection, resealTokens, sealedTokens } from './tokens.server.ts';

/** The tokens of the connection to Xero. */
export function secretTokens(services: Pick<Services, 'db'>): SecretStore {
  return {
    names: () => (findConnection(services) === null ? [] : ['The connection to Xero']),
    sealed: () => sealedTokens(services),
    reseal: (resealed) => {
      resealTokens(services, resealed);
    },
    forget: () => {
      services.db.delete(xeroConnections).run();
      services.db.update(xeroOrganisations).set({ connectionId: null }).run();
    },
  };
}
