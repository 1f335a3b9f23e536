import { z } from 'zod';
import { AiConfigInput, readAiConfig, saveAiConfig } from '../ai/settings/ai-settings.server.ts';
import { changeOutside, read, type ApiTable } from '../auth/api-route.server.ts';
import type { Services } from '../context.server.ts';
import { TemplateInput } from '../invoices/template/template.ts';
import { readTemplate, saveTemplate } from '../invoices/template/template.server.ts';
import { ok } from '../http/json-api.server.ts';

// This address has two settings in one: the AI service's, and the template of invoice descriptions.
const Input = AiConfigInput.extend({
  invoiceDescriptionTemplate: TemplateInput.shape.template.optional(),
});

function view(services: Pick<Services, 'db' | 'appSecret'>) {
  return { ...readAiConfig(services), invoiceDescriptionTemplate: readTemplate(services) };
}

const AiConfig = z
  .strictObject({
    isConfigured: z.boolean(),
    hasApiKey: z.boolean(),
    aiInvoiceSummaryPrompt: z.string(),
    invoiceDescriptionTemplate: z.string(),
  })
  .meta({ title: 'AiConfig' });

const SAVED = {
  called: 'saveAiConfig',
  body: Input,
  known: ['isConfigured', 'hasApiKey'],
  gives: { 200: AiConfig },
};

export const SETTINGS_API: ApiTable = {
  '/api/ai/config': {
    scope: 'all',
    GET: read({ called: 'getAiConfig', gives: AiConfig }, ({ context }) => view(context)),
    POST: changeOutside(SAVED, async ({ invoiceDescriptionTemplate, ...ai }, { context }) => {
      await saveAiConfig(context, ai, (store) => {
        if (invoiceDescriptionTemplate === undefined) return;
        saveTemplate(store, invoiceDescriptionTemplate);
      });
      return ok(view(context));
    }),
  },
};
