import { Link, useFetcher } from '@remix-run/react';
import type { FormReply } from '../../http/form/form.server.ts';
import { MASKED_SECRET } from '../../http/form/masked-secret.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SaveButton } from '../../ui/dialog/route-dialog.tsx';
import { fieldState, TextField } from '../../ui/field.tsx';
import { TextAreaField } from '../../ui/more-fields.tsx';
import { PostForm, useNewestReply } from '../../ui/form.tsx';
import type { readAiCard } from './ai-settings.server.ts';

type AiCardData = ReturnType<typeof readAiCard>;

/** The card in Settings for the AI service's key and the prompt. */
export function AiCard(card: AiCardData) {
  const { hasApiKey } = card;
  return (
    <Card
      id="ai"
      title="AI Configuration"
      subtitle={
        hasApiKey ? 'Ready to generate invoice descriptions' : 'OpenAI API key not configured'
      }
      actions={
        <Badge tone={hasApiKey ? 'success' : 'neutral'}>
          {hasApiKey ? 'Active' : 'Not Configured'}
        </Badge>
      }
    >
      <AiSettings id="ai-settings" {...card} />
    </Card>
  );
}

/** The form for the key and the prompt. Without scripts, errors show on a page of their own. */
export function AiSettings({
  id,
  hasApiKey,
  madeFrom,
  defaultPrompt,
  version,
  reply,
}: AiCardData & { id: string; reply?: FormReply | undefined }) {
  const fetcher = useFetcher<FormReply>();
  const { newest, onSubmit } = useNewestReply(fetcher);
  const { result, remade } = newest ?? reply ?? {};
  const typed = result?.initialValue?.aiInvoiceSummaryPrompt;
  const field = (name: string, initialValue: string) =>
    fieldState(`${id}-${name}`, name, initialValue, result?.error?.[name]);
  // A new key after a save resets the form: the API key and old errors go.
  return (
    <PostForm
      key={remade ?? version}
      form={{
        id,
        onSubmit,
        status: result?.status,
        initialValue: result?.initialValue,
        errors: result?.error?.[''] ?? undefined,
      }}
      madeFrom={madeFrom}
      oneTimeKey={madeFrom.oneTimeKey}
      via={fetcher}
      action="/settings/ai/save"
      preventScrollReset
      className="grid grid-cols-1 items-start gap-x-8 gap-y-3 lg:grid-cols-2"
    >
      <div className="parts">
        <TextField
          field={field('openaiApiKey', hasApiKey ? MASKED_SECRET : '')}
          label="OpenAI API Key"
          hint="From platform.openai.com, or another server’s. Stored encrypted, never shown"
          type="password"
          autoComplete="off"
        />
        <details className="text-muted">
          <summary className="link min-h-8 content-center pointer-coarse:min-h-11">
            Show the built-in prompt
          </summary>
          <p className="whitespace-pre-line">{defaultPrompt}</p>
        </details>
        {hasApiKey ? (
          <div>
            <ButtonLink to="/settings/ai/remove" variant="quiet-danger" preventScrollReset>
              Remove Key
            </ButtonLink>
          </div>
        ) : (
          <Link to="/connecting#ai-servers" className="link">
            OpenAI, Ollama and others, step by step
          </Link>
        )}
      </div>
      <TextAreaField
        field={field(
          'aiInvoiceSummaryPrompt',
          typeof typed === 'string' ? typed : madeFrom.values.aiInvoiceSummaryPrompt,
        )}
        label="Custom Prompt"
        hint="Leave empty to use the built-in prompt"
        rows={4}
      />
      <SaveButton disabled={fetcher.state !== 'idle'}>Save AI Settings</SaveButton>
    </PostForm>
  );
}
