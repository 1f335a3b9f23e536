import { same, type Fact, type Reader } from './read-amounts.ts';

const ENDS =
  'com|net|org|uk|io|co|dev|app|eu|local|lan|internal|pdf|docx?|xlsx?|pptx?|csv|txt|zip|exe|png|jpe?g|ps1|sh|ts|js|py|php|css|html?|json|ya?ml|xml|conf|log|sql|bak|pst|md';

/** The fact of an address, without `https://` and `www.`, which people leave out. */
function readAddress([whole]: RegExpExecArray) {
  const text = whole.replace(/[.,;:!?)\]/]+$/, '');
  return {
    ...same(
      `address:${text
        .toLowerCase()
        .replace(/^https?:\/\//, '')
        .replace(/^www\./, '')}`,
    ),
    text,
  };
}

/** Readers of addresses, files, versions and references; they run first, since these may contain anything. */
export const REFERENCE_READERS: Reader[] = [
  {
    pattern: /\bhttps?:\/\/[^\s<>"'“”]+|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gi,
    read: readAddress,
  },
  { pattern: /(?<![\w/<.])(?:[A-Za-z]:|[\\/])[\\/]?[\w.-]+[\\/][\w.\\/-]+/g, read: readAddress },
  {
    pattern: new RegExp(
      `(?<![\\w.@-])[a-z\\d][\\w-]*(?:\\.[\\w-]+)*\\.(?:${ENDS})\\b(?![.-]\\w)(?:/[^\\s<>"'“”]*)?`,
      'gi',
    ),
    read: readAddress,
  },
  {
    // Versions and IP addresses.
    pattern:
      /(?<![\w.,£€$])(?:(?:v|version\s)(\d+(?:\.\d+)*)|(?!\d\d?\.\d\d?\.\d{4})(\d+(?:\.\d+){2,5}))(?![\w]|\.\d)/gi,
    read: ([, named, digits = named ?? '']) =>
      same(
        `version:${digits}`,
        ...(/^\d+(?:\.\d+)?$/.test(digits) ? [`number:${Number(digits)}`] : []),
      ),
  },
  {
    pattern: /(?<![\w.,£€$])(?:\+\d{1,3}|\(?0\d)[\d() -]{7,16}\d(?![\w.,]?\d)/g,
    read: ([text]) => same(`telephone:${text.replace(/\D/g, '').slice(-9)}`),
  },
  {
    pattern: /#\s?(\d+)\b/g,
    read: ([, digits]) => same(`ticket:${Number(digits)}`, `number:${Number(digits)}`),
  },
  {
    // `INC0012345`, `ABC-123`, `Win11`, `srv-01`; but `x2` and `mid-2026` are numbers with a
    // prefix.
    pattern:
      /(?<![\w-])(?!x\d+\b|[a-z]+-\d{4}\b)[A-Za-z][A-Za-z]*-?[A-Za-z]*\d[A-Za-z\d]*(?:-[A-Za-z\d]+)*(?!\w)/g,
    read: ([text]) => {
      const digits = /\d+$/.exec(text)?.[0];
      const word = `word:${squeeze(text)}`;
      return { says: [word, ...(digits ? [`number:${Number(digits)}`] : [])], needs: [word] };
    },
  },
];

/** Reads words that mix digits and letters: `2FA`, `3CX`. Runs after the readers of amounts. */
export const MIXED_READER: Reader = {
  pattern: /(?<!\w)(\d+)[A-Za-z][A-Za-z\d]*(?!\w)/g,
  read: ([text, digits]) => {
    const word = `word:${squeeze(text)}`;
    return { says: [word, `number:${Number(digits)}`], needs: [word] };
  },
};

/** Words that are no name although they may have a capital. */
const NO_NAMES = new Set(
  'a am an and as asap at bst but by cc dear eta for from fyi gmt hello hi i if in inc it limited llc ltd mr mrs ms my nb new no not of ok on or per please plc pm re so the then there this to todo up utc via we wip with yes you your'.split(
    ' ',
  ),
);

/** The text before a word that has its capital only because a sentence, line, bullet or quotation begins. */
const OPENING = /(?:^|[.!?:;…\n"“‘([]|(?:^|\s)[-–—*•|>]+)[\s"'“‘([*_-]*$/;

/** Whether capitals mean nothing: in a text all in capitals, or with one on Every Word Of It. */
function hasIdleCapitals(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  const upper = text.match(/\p{Lu}/gu) ?? [];
  if (letters.length >= 12 && upper.length > letters.length * 0.6) return true;
  const small = text.match(/(?<=\w )(?:the|and|of|to|for|with|in|on|at)\b/gi) ?? [];
  return small.length > 0 && small.every((word) => /^[A-Z]/.test(word));
}

/** The names in what the readers left: words with a capital inside a sentence, acronyms, `SharePoint`. */
export function readNames(rest: string): Fact[] {
  if (hasIdleCapitals(rest)) return [];
  return [...rest.matchAll(NAMES)].flatMap((run) => {
    const capitals = squeeze((run[0].match(/\p{Lu}/gu) ?? []).join(''));
    return [...run[0].matchAll(/\S+/g)].flatMap(({ 0: word, index }): Fact[] => {
      const start = run.index + index;
      const text = word.replace(/['’](?:s|m|ll|ve|re|d)?$|-$/i, '');
      const isOpening = OPENING.test(rest.slice(Math.max(0, start - 40), start));
      const isCertain = /\p{Lu}\p{Lu}|\p{Ll}\p{Lu}/u.test(text);
      if (text.length < 2 || NO_NAMES.has(text.toLowerCase())) return [];
      if (isOpening && !isCertain) return [];
      const key = stemOf(text);
      const needs = [`word:${key}`, ...beginnings(key).map((beginning) => `short:${beginning}`)];
      if (key.length > 2) needs.push(`begun:${key}`);
      // An acronym may be written out, and Active Directory may come back as AD.
      if (/^\p{Lu}{2,6}s?$/u.test(text)) needs.push(`initials:${key}`);
      if (capitals.length > 1) needs.push(`word:${capitals}`);
      return [{ text, start, says: [], needs }];
    });
  });
}

/** A run of words with capitals, or one word with a capital inside. */
const NAMES =
  /(?<![\p{L}\p{N}_])(?:\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)*|\p{Ll}+\p{Lu}[\p{L}'’-]*)/gu;

/** Short forms that no rule finds, and their full forms. */
const SHORT = [
  ['ms', 'microsoft'],
  ['pc', 'computer'],
  ['wifi', 'wireless'],
  ['2fa', 'twofactor'],
] as const;

/** The keys that a text says by its words: each as people may write it, what it may be short for, and initials. */
export function sayWords(text: string): Set<string> {
  const said = new Set<string>();
  const tokens = text.match(/\p{L}[\p{L}\p{M}'’]*(?:\p{N}+\p{L}*)?|\p{N}+\p{L}*/gu) ?? [];
  const words = tokens.map(squeeze);
  words.forEach((word, index) => {
    // A word, and two or three in a row joined: `Share Point`, `ABC 123`.
    for (const end of [1, 2, 3]) {
      const joined = words.slice(index, index + end).join('');
      said.add(`word:${joined}`).add(`word:${stemOf(joined)}`);
    }
    const next = words[index + 1] ?? '';
    const [, letters = '', digits = ''] = /^(\p{L}*)(\d*)/u.exec(word) ?? [];
    for (const beginning of beginnings(word)) {
      said.add(`begun:${beginning}`);
      // `Windows 11` may be written `Win11`.
      if (/^\d+$/.test(next)) said.add(`word:${beginning}${next}`);
    }
    if (digits || /^\d/.test(next) || word.length > 3)
      said.add(`short:${digits ? letters : stemOf(word)}`);
    for (const end of [2, 3, 4, 5, 6]) {
      const following = words.slice(index, index + end);
      said.add(`initials:${following.map((other) => other.charAt(0)).join('')}`);
    }
  });
  for (const [one, other] of SHORT) {
    if (said.has(`word:${one}`)) said.add(`word:${other}`);
    if (said.has(`word:${other}`)) said.add(`word:${one}`);
  }
  return said;
}

function beginnings(word: string): string[] {
  return Array.from({ length: Math.min(word.length, 12) }, (_, index) => word.slice(0, index + 1));
}

/** A word in lower case without accents, hyphens and points: `Wi-Fi` and `wifi` become the same. */
function squeeze(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/['’]s$/, '')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** A squeezed word without common endings, so that `tested` and `Testing` become the same. */
function stemOf(word: string): string {
  const squeezed = squeeze(word);
  return squeezed.length > 5
    ? squeezed.replace(/(?:ing|ed|es|s|e)$/, '')
    : squeezed.replace(/(?<=...)s$/, '');
}
