import { z } from 'zod';
import { write } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import type { PostedForm } from '../../http/form/form.server.ts';
import { mergeEdit, versionOfValues } from '../../http/form/made-from.server.ts';
import { isMasked, withoutMask } from '../../http/form/masked-secret.ts';
import { onceEdited } from '../../http/form/once-edited.server.ts';
import { withNewKey, type KeyedRequest } from '../../http/once/one-time-keys.server.ts';
import { invalid, ProductError } from '../../lib/errors.ts';
import { optionalKey as key, optionalText } from '../../lib/fields.ts';
import { shorten } from '../../lib/shorten.ts';
import { requireOwnKey } from '../../platform/secrets/key-check.server.ts';
import {
  readSecret,
  readSetting,
  settingsVersion,
  writeSecret,
  writeSetting,
  type SettingsStore,
} from '../../platform/settings-store.server.ts';
import { inTurn } from '../../platform/turns.server.ts';
import { AiError } from '../client/ai-error.ts';
import { DEFAULT_PROMPT } from '../client/openai.server.ts';

const prompt = optionalText(4_000);

/** The form of the AI card. An empty key leaves the key as it is; an empty prompt means the default. */
export const AiSettingsForm = z.object({ openaiApiKey: key, aiInvoiceSummaryPrompt: prompt });

/** The body of an API call: what is left out stays as it is, and a key of null is deleted. */
export const AiConfigInput = z.object({
  openaiApiKey: key
    .transform((text) => text ?? '')
    .nullable()
    .optional(),
  aiInvoiceSummaryPrompt: prompt.optional(),
});

type Store = Pick<Services, 'db' | 'appSecret'>;

/** The key, unsealed; null when there is none or it cannot be unsealed. */
export function readAiKey(store: Store): string | null {
  return readSecret(store, 'ai.key');
}

/** The person's own prompt; null when the default is used. */
export function readPrompt(store: Pick<Services, 'db'>): string | null {
  return readSetting(store, 'ai.prompt');
}

/** The AI settings for the API, without the key itself. */
export function readAiConfig(store: Store) {
  const hasApiKey = readAiKey(store) !== null;
  return {
    isConfigured: hasApiKey,
    hasApiKey,
    aiInvoiceSummaryPrompt: readPrompt(store) ?? '',
  };
}

/** The data of the AI card in Settings; `version` changes with every save. The key itself never leaves the server. */
export function readAiCard(store: Store) {
  return {
    hasApiKey: readAiKey(store) !== null,
    madeFrom: withNewKey(promptMadeFrom(store)),
    defaultPrompt: DEFAULT_PROMPT,
    version: settingsVersion(store, 'ai.key', 'ai.prompt'),
  };
}

/** What the form's prompt is made from. */
export function promptMadeFrom(store: Pick<Services, 'db'>) {
  const values = { aiInvoiceSummaryPrompt: readPrompt(store) ?? '' };
  return { version: versionOfValues(values), values };
}

const QUOTED = 300;

/**
 * Saves what the form of the AI card changed, once for its key: an empty key of the service leaves that as it is. Throws what
 * {@link saveAiConfig} throws, and `EditConflict` when another window changed the prompt as well.
 */
export function saveEditedAiConfig(
  services: AiServices & Pick<Services, 'clock'>,
  form: PostedForm<unknown>,
  { openaiApiKey, aiInvoiceSummaryPrompt }: z.output<typeof AiSettingsForm>,
  oneTime: KeyedRequest | null,
): Promise<void> {
  return withCheckedKey(services, openaiApiKey ?? '', (key) => {
    const save = (own: PostedForm<unknown>) => {
      storeKey(services, key);
      const { changed } = mergeEdit(own, {
        ...promptMadeFrom(services),
        say: (_, text) => shorten(text, QUOTED),
      });
      if (changed.has('aiInvoiceSummaryPrompt')) {
        writeSetting(services, 'ai.prompt', aiInvoiceSummaryPrompt);
      }
      return {};
    };
    const version = () => promptMadeFrom(services).version;
    if (oneTime === null) save(form);
    else onceEdited(services, oneTime, { form, version, run: save });
  });
}

/**
 * Saves the given key and prompt, and what `also` saves, in one transaction, after checking the key
 * with the AI service. Throws 400 for a key that is refused, 409 for one while the server has
 * another APP_SECRET, and 502 when the service cannot be asked.
 */
export function saveAiConfig(
  services: AiServices,
  { openaiApiKey, aiInvoiceSummaryPrompt: prompt }: z.output<typeof AiConfigInput>,
  also: (store: SettingsStore) => void = () => undefined,
): Promise<void> {
  return withCheckedKey(services, openaiApiKey, (key) => {
    storeKey(services, key);
    if (prompt !== undefined) writeSetting(services, 'ai.prompt', prompt);
    also(services);
  });
}

type AiServices = Store & Pick<Services, 'ai' | 'logger'>;

/** Checks a key, and saves in one transaction, in the order in which keys were sent: the last one counts. */
async function withCheckedKey(
  services: AiServices,
  given: string | null | undefined,
  save: (key: string | null | undefined) => void,
): Promise<void> {
  if (given || given === null) requireOwnKey(services);
  await inTurnOfKey(services, async () => {
    const key = await checkedKey(services, given);
    write(services.db, () => {
      save(key);
    });
    if (key) services.logger.info({ event: 'connected', to: 'openai' }, 'An AI key was saved');
  });
}

/** Runs what concerns the key after all keys that were sent before it are checked, and saved or refused. */
export function inTurnOfKey<Result>(
  { db }: Pick<Store, 'db'>,
  run: () => Promise<Result>,
): Promise<Result> {
  return inTurn(db, ['ai.key'], run);
}

function storeKey(services: AiServices, key: string | null | undefined): void {
  if (key === undefined) return;
  requireOwnKey(services);
  writeSecret(services, 'ai.key', key);
}

/** The key to save: null to delete it, undefined to leave it as it is. */
async function checkedKey(
  services: Store & Pick<Services, 'ai'>,
  given: string | null | undefined,
): Promise<string | null | undefined> {
  if (!given) return given === null ? null : undefined;
  if (isMasked(given)) {
    if (readAiKey(services) !== null) return undefined;
    throw invalid('openaiApiKey', 'Enter your API key.');
  }
  try {
    const key = withoutMask(given);
    await services.ai.checkKey(key);
    return key;
  } catch (error) {
    if (!(error instanceof AiError)) throw error;
    if (error.kind === 'key-refused') throw invalid('openaiApiKey', error.message);
    throw new ProductError(502, `${error.message} The key was not saved.`);
  }
}

/** Tells one key from the next, and from none. */
export const aiKeyVersion = (store: Pick<Services, 'db'>) =>
  versionOfValues({ key: settingsVersion(store, 'ai.key') });

/** Deletes the key; the prompt stays. Throws 409 while the server has another APP_SECRET. */
export function removeAiKey(store: Store): void {
  requireOwnKey(store);
  writeSecret(store, 'ai.key', null);
}
