import { plainNumber } from './fact-numbers.ts';
import { squeeze, stemOf, TAKEN } from './facts.ts';
import type { Discovery, FoundFact, Reader } from './facts.ts';

const DOMAIN_ENDS =
  'com|net|org|uk|io|dev|app|eu|de|fr|es|it|nl|ie|us|ca|au|info|biz|gov|edu|cloud|tech|co|me|local|lan|internal|home|corp';
const FILE_ENDS =
  'pdf|docx?|xlsx?|pptx?|csv|txt|zip|exe|msi|png|jpe?g|gif|svg|ps1|sh|bat|ts|tsx|js|jsx|py|php|css|html?|json|ya?ml|xml|conf|cfg|ini|log|sql|db|bak|pst|ost|iso|ova|vmdk|key|pem|crt|pfx|md|net';

/** As it is compared: without what people leave out of an address. */
export function addressKey(text: string): string {
  return text
    .toLowerCase()
    .replace(/\bhttps?:\/\//g, '')
    .replace(/\bwww\./g, '')
    .replace(/[/.,;:!?)\]]+$/, '');
}

function address(text: string): Discovery {
  return { kind: 'address', readings: [{ is: 'address', key: addressKey(text) }] };
}

function readAddress([whole]: RegExpExecArray): Discovery {
  const trimmed = whole.replace(/[.,;:!?)\]]+$/, '');
  return { ...address(trimmed), text: trimmed };
}

function version(digits: string): Discovery {
  const readings: Discovery['readings'] = [{ is: 'version', digits }];
  if (/^\d+(?:\.\d+)?$/.test(digits)) readings.push(plainNumber(Number(digits)));
  return { kind: 'version', readings };
}

/** Reads email and web addresses, hosts, files, paths and versions: first, since they contain anything. */
export const ADDRESS_READERS: Reader[] = [
  { pattern: /\bhttps?:\/\/[^\s<>"'“”]+/gi, read: readAddress },
  { pattern: /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, read: readAddress },
  { pattern: /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, read: readAddress },
  { pattern: /(?<![\w:-])(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}(?![\w:-])/gi, read: readAddress },
  {
    pattern: /(?<![\w:])[0-9a-f]{1,4}:[0-9a-f:]{2,36}(?![\w:])/gi,
    read: (match) => (/::|:.*[a-f].*:|[a-f].*:.*:/i.test(match[0]) ? readAddress(match) : null),
  },
  {
    pattern: /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2}|:\d{2,5})?(?![\d]|\.\d)/g,
    read: (match) => {
      const octets = match[0].split(/[/:]/)[0]?.split('.') ?? [];
      return octets.every((octet) => Number(octet) <= 255) ? readAddress(match) : null;
    },
  },
  { pattern: /\b[A-Za-z]:\\[^\s"“”]+|\\\\[^\s"“”]+/g, read: readAddress },
  { pattern: /(?<![\w/<.])\/(?:[\w.-]+\/)+[\w.-]*/g, read: readAddress },
  {
    pattern: new RegExp(
      `(?<![\\w.@-])[A-Za-z0-9][\\w-]*(?:\\.[\\w-]+)*\\.(?:${DOMAIN_ENDS}|${FILE_ENDS})\\b(?![.-]\\w)(?:/[^\\s<>"'“”]*)?`,
      'gi',
    ),
    read: readAddress,
  },
  {
    pattern: /\b(?:v|ver\.?|version)\s?(\d{1,6}(?:\.\d{1,6}){0,5})(?![\w]|\.\d)/gi,
    read: ([, digits = '']) => version(digits),
  },
  {
    pattern:
      /(?<![\w.,£€$])(?!\d{1,3}(?:\.\d{3})+(?!\d)|\d\d?\.\d\d?\.(?:\d{4}|\d\d)(?!\d))\d{1,6}(?:\.\d{1,6}){2,5}(?![\w,]|\.\d)/g,
    read: ([digits]) => version(digits),
  },
];

/** Digits of a telephone number, at least nine, in the groups that people write. */
const TELEPHONE = /(?<![\w.,£€$])(?:\+\d{1,3}|\(?0\d)[\d() -]{7,16}\d(?![\w.,]?\d)/g;

/** Letters and digits in one word, of which each hyphenated group has a digit: `INC0012345`, `PO-2026-001`. */
const IDENTIFIER =
  /(?<![\w-])([A-Za-z]{1,20})(-?)([A-Za-z]{0,8}\d[A-Za-z0-9]{0,40})((?:-[A-Za-z]{0,8}\d[A-Za-z0-9]{0,40}){0,5})(?![\w])/g;

/** Reads ticket references and other names with digits; before dates and numbers. */
export const REFERENCE_READERS: Reader[] = [
  {
    pattern: /(?<![\w&])#\s?(\d+)\b/g,
    read: ([, digits = '']) => ({
      kind: 'reference',
      readings: [{ is: 'ticket', digits }, plainNumber(Number(digits))],
    }),
  },
  {
    pattern: TELEPHONE,
    read: ([text]) => {
      const digits = text.replace(/\D/g, '').replace(/^44/, '0').replace(/^00+/, '0');
      if (digits.length < 9) return null;
      return { kind: 'number', readings: [{ is: 'word', key: `tel${digits}` }] };
    },
  },
  {
    pattern: IDENTIFIER,
    read: ([whole, letters = '', hyphen = '', rest = '', more = '']) => {
      if (/^[xX]$/.test(letters) && /^\d+$/.test(rest)) return null;
      if (/^(?:gbp|eur|usd|aud|cad|chf)$/i.test(letters)) return null;
      const isUpper = letters === letters.toUpperCase();
      const isPlain = /^\d+$/.test(rest) && !rest.startsWith('0') && more === '';
      // `mid-2026`, `covid-19`: a number with a word before it.
      if (hyphen !== '' && !isUpper && isPlain) return null;
      const isReference = isUpper && (hyphen !== '' || (letters.length > 1 && rest.length > 2));
      const digits = /\d+$/.exec(whole)?.[0];
      return {
        kind: isReference ? 'reference' : 'name',
        readings: [
          { is: 'word', key: squeeze(whole) },
          ...(digits === undefined ? [] : [plainNumber(Number(digits))]),
        ],
      };
    },
  },
];

/** Capitals that are no name. */
const NO_NAMES = new Set(
  'a also am an and any as asap at bst but by cc dear done eta faq for from fwd fyi gmt good hello hi i if in inc inv is it limited llc ltd me mr mrs ms my nb new no not note now of ok on or please plc pm po ps qty re regards sir so ta tba tbc tbd thanks that the then there they this to todo up urgent utc via we wip with yes you your'.split(
    ' ',
  ),
);

const ABBREVIATION = /\b(?:mr|mrs|ms|dr|st|e\.g|i\.e|vs|no|approx|inc|incl|ext|ref)\.$/i;

function isSentenceStart(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - 80), index);
  if (/(?:^|\s)[-–—*•|>]+\s*$/.test(before)) return true;
  const opened = before.replace(/[\s"'“”‘’([*_]+$/, '');
  if (opened === '') return index <= 80;
  if (before.slice(opened.length).includes('\n')) return true;
  // A bracket or a quotation mark opens a text of its own.
  if (/["“‘([]\s*$/.test(before)) return true;
  return /[.!?:;…]$/.test(opened) && !ABBREVIATION.test(opened);
}

const FUNCTION_WORD = /(?<=[\p{L}\d,] )(the|and|of|to|for|with|in|on|at|from|by|a)\b/giu;

/** Where capitals say nothing: a text that shouts, or that has one on Every Word Of It. */
function hasIdleCapitals(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  const upper = text.match(/\p{Lu}/gu) ?? [];
  if (letters.length >= 12 && upper.length > letters.length * 0.6) return true;
  const small = text.match(FUNCTION_WORD) ?? [];
  return small.length > 0 && small.every((word) => /^[A-Z]/.test(word));
}

/** The names in what the other readers left: capitalised words inside a sentence, acronyms, `SharePoint`. */
export function readNames(rest: string): FoundFact[] {
  if (hasIdleCapitals(rest)) return [];
  const words = [...rest.matchAll(/(?<![\p{L}\p{N}_])\p{L}[\p{L}\p{M}'’-]*/gu)];
  const found = words.flatMap((match): FoundFact[] => {
    const text = match[0].replace(/['’-]+$/, '');
    if (!isName(text, rest, match.index)) return [];
    const key = stemOf(withoutPlural(text));
    return [
      {
        kind: 'name',
        text: text.replace(/['’]s$/, ''),
        start: match.index,
        readings: [{ is: 'word', key }],
        parts: [],
        isWeak: false,
      },
    ];
  });
  return addInitials(found, rest);
}

/** `VPNs` and `CV's` are several of `VPN` and `CV`. */
function withoutPlural(word: string): string {
  return word.replace(/^(\p{Lu}{2,})['’]?s$/u, '$1');
}

function isName(text: string, rest: string, index: number): boolean {
  const bare = text.replace(/['’](?:s|m|ll|ve|re|d)$/i, '');
  if (bare.length < 2 || NO_NAMES.has(bare.toLowerCase())) return false;
  const isAcronym = /^\p{Lu}{2,}s?$/u.test(bare);
  const isCamelCase = /\p{Ll}\p{Lu}/u.test(bare);
  if (isAcronym || isCamelCase) return true;
  return /^\p{Lu}/u.test(bare) && !isSentenceStart(rest, index);
}

/** `Active Directory` may come back as `AD`. */
function addInitials(names: FoundFact[], rest: string): FoundFact[] {
  let run: FoundFact[] = [];
  const runs: FoundFact[][] = [];
  for (const name of names) {
    const previous = run.at(-1);
    const isNext =
      previous && rest.slice(previous.start + previous.text.length, name.start).trim() === '';
    if (!isNext) runs.push((run = []));
    run.push(name);
  }
  for (const together of runs) {
    if (together.length < 2) continue;
    const key = together.map(({ text }) => text.charAt(0).toLowerCase()).join('');
    for (const name of together) name.readings.push({ is: 'initials', key });
  }
  return names;
}

/** Short names, and what they are written out as. */
const ALIASES: Record<string, string[]> = {
  '2fa': ['twofactor'],
  ad: ['activedirectory'],
  ap: ['accesspoint'],
  db: ['database'],
  dc: ['domaincontroller'],
  hq: ['headoffice', 'headquarter'],
  hr: ['humanresource'],
  it: ['informationtechnology'],
  ms: ['microsoft'],
  os: ['operatingsystem'],
  pc: ['computer', 'workstation'],
  po: ['purchaseorder'],
  ram: ['memory'],
  sp: ['sharepoint'],
  tv: ['television'],
  ui: ['userinterface'],
  vm: ['virtualmachine'],
  wifi: ['wireless'],
  xmas: ['christmas'],
};

/** Tells whether a text has a word, in any of the ways that people write it. */
export type WordIndex = {
  hasWord: (key: string) => boolean;
  hasInitials: (key: string) => boolean;
};

/** Reads a text once for the questions that are asked of it many times. */
export function indexWords(text: string): WordIndex {
  const plain = text.replaceAll(TAKEN, ' ');
  const tokens = plain.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’_-]*/gu) ?? [];
  const pieces = plain.match(/[\p{L}\p{M}]+(?:['’]s)?|\p{N}+/gu) ?? [];
  const known = new Set<string>();
  for (const words of [tokens, pieces]) {
    words.forEach((_, index) => {
      // A word, and what two, three or four in a row make: `Share Point`, `ABC 123`.
      let joined = '';
      for (const next of words.slice(index, index + 4)) {
        joined += squeeze(withoutPlural(next));
        known.add(joined);
        known.add(stemOf(joined));
      }
    });
  }
  const acronyms = new Set((plain.match(/\b[A-Z]{2,}\b/g) ?? []).map((word) => word.toLowerCase()));
  const content = tokens.filter((word) => !/^(?:of|and|the|for|to|in|a)$/i.test(word));
  const firstLetters = content.map((word) => squeeze(word).charAt(0)).join('');
  const pairs = pieces.map((word, index) => [squeeze(word), pieces[index + 1] ?? ''] as const);

  function isWrittenOut(key: string): boolean {
    const aliases = Object.hasOwn(ALIASES, key) ? ALIASES[key] : undefined;
    if (aliases?.some((name) => known.has(name))) return true;
    if (/^[a-z]{3,6}$/.test(key) && firstLetters.includes(key)) return true;
    // W11 is Windows 11, M365 is Microsoft 365.
    const [, letters = '', digits = ''] = /^([a-z]{1,4})(\d+)$/.exec(key) ?? [];
    return (
      letters !== '' && pairs.some(([word, next]) => word.startsWith(letters) && next === digits)
    );
  }

  return {
    hasWord: (key) => known.has(key) || isWrittenOut(key),
    hasInitials: (key) => acronyms.has(key),
  };
}
