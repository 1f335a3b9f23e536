import text from '../../docs/connecting.md?raw';

/** A part of the page: its heading with what an address names it by, and its paragraphs; steps are a list. */
type Part = { id: string; title: string; blocks: (string | string[])[] };

/** What docs/connecting.md says, part by part: headings, paragraphs and numbered steps are all that it has. */
export function connectingParts(): Part[] {
  return text
    .split(/^##? /m)
    .slice(1)
    .map((part) => {
      const [title = '', ...blocks] = part.trim().split(/\n\n+/);
      return {
        id: title.toLowerCase().replace(/\W+/g, '-'),
        title,
        blocks: blocks.map((block) =>
          block.startsWith('1. ')
            ? block.split(/^1\. /m).slice(1).map(withoutLinks)
            : withoutLinks(block),
        ),
      };
    });
}

/** Links lead to other files of the repository, which a running product does not have. */
const withoutLinks = (words: string) => words.trim().replace(/\[([^\]]+)\]\([^)]+\)/g, '$1');
