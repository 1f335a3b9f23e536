import { useLoaderData } from '@remix-run/react';
import { pageTitle } from '../lib/product.ts';
import { PlainPage } from '../ui/dialog/plain-page.tsx';
import { connectingParts } from './connecting.server.ts';

export const meta = pageTitle('Connecting');

export const loader = () => connectingParts();

/** How each service is connected, as docs/connecting.md says it: for whoever runs this server. */
export default function Connecting() {
  const [about, ...parts] = useLoaderData<typeof loader>();
  return (
    <PlainPage title="Connecting">
      <Blocks blocks={about?.blocks ?? []} />
      {parts.map(({ id, title, blocks }) => (
        <section key={id} id={id} className="parts">
          <h2 className="text-xl font-semibold">{title}</h2>
          <Blocks blocks={blocks} />
        </section>
      ))}
    </PlainPage>
  );
}

function Blocks({ blocks }: { blocks: (string | string[])[] }) {
  return blocks.map((block, at) =>
    typeof block === 'string' ? (
      <p key={at}>
        <Words text={block} />
      </p>
    ) : (
      <ol key={at} className="list-decimal pl-6">
        {block.map((step) => (
          <li key={step} className="py-1">
            <Words text={step} />
          </li>
        ))}
      </ol>
    ),
  );
}

/** Words, with names and addresses between backticks as such. */
function Words({ text }: { text: string }) {
  return text.split('`').map((words, at) =>
    at % 2 === 0 ? (
      words
    ) : (
      <code key={at} className="wrap-anywhere">
        {words}
      </code>
    ),
  );
}
