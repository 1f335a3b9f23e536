import type { ServerResponse } from 'node:http';
import { sendError, sendJson } from './openai-faults.ts';

/** The services that the stand-in can be. */
export type OpenAiService = 'openai' | 'ollama' | 'lm-studio' | 'vllm' | 'azure';

/** Where a service has its API. */
export const pathOf = (service: OpenAiService) => (service === 'azure' ? '/openai/v1' : '/v1');

/** Servers on one's own machine take any key, as long as they were not started with one. */
export const takesAnyKey = (service: OpenAiService) => service !== 'openai' && service !== 'azure';

/** What Azure lists: the models that one could deploy, and no deployment. */
const AZURE_MODELS = ['gpt-4.1-2025-04-14', 'gpt-4o-2024-11-20'];

/** Answers with the list of models. */
export function sendModels(
  response: ServerResponse,
  service: OpenAiService,
  models: string[],
): void {
  const data = (service === 'azure' ? AZURE_MODELS : models).map((id) => ({
    id,
    object: 'model',
    created: 0,
    owned_by: 'sandbox',
  }));
  sendJson(response, 200, { object: 'list', data });
}

/** Whether the service has the model; Ollama knows it without its `:latest`, too. */
export const hasModel = (service: OpenAiService, models: string[], model: string) =>
  models.includes(model) || (service === 'ollama' && models.includes(`${model}:latest`));

/** Refuses a model that is not there, as each service does. */
export function refuseModel(
  response: ServerResponse,
  service: OpenAiService,
  { model, models }: { model: string; models: string[] },
): void {
  switch (service) {
    case 'openai':
      sendError(
        response,
        404,
        `The model \`${model}\` does not exist or you do not have access to it.`,
        { code: 'model_not_found' },
      );
      return;
    case 'ollama':
      sendError(response, 404, `model '${model}' not found`, { type: 'not_found_error' });
      return;
    case 'lm-studio':
      if (models.length === 0) {
        sendJson(response, 400, { error: 'No models loaded. Please load a model first.' });
        return;
      }
      sendError(
        response,
        400,
        `Invalid model identifier "${model}". Please specify a valid downloaded model (e.g., ${models.join(', ')}).`,
        { param: 'model', code: 'model_not_found' },
      );
      return;
    case 'vllm':
      sendError(response, 404, `The model \`${model}\` does not exist.`, {
        type: 'NotFoundError',
        param: 'model',
        code: 404,
      });
      return;
    case 'azure':
      sendJson(response, 404, {
        error: {
          code: 'DeploymentNotFound',
          message:
            'The API deployment for this resource does not exist. If you created the deployment within the last 5 minutes, please wait a moment and try again.',
        },
      });
  }
}
