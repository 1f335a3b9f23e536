import {
  figuresIn,
  NUM,
  NUMBER_WORD,
  plainNumber,
  QUANTITY,
  readQuantity,
} from './fact-numbers.ts';
import { TAKEN, textBefore } from './facts.ts';
import type { Discovery, Reader, Reading } from './facts.ts';

const CURRENCIES: Record<string, string> = {
  GBP: '£|gbp|pounds?(?: sterling)?|quid',
  EUR: '€|eur|euros?',
  USD: 'us\\$|\\$|usd|dollars?',
  AUD: 'a\\$|aud',
  CAD: 'c\\$|cad',
  CHF: 'chf|francs?',
  JPY: '¥|jpy|yen',
  INR: '₹|inr|rupees?',
};
const BEFORE = 'US\\$|A\\$|C\\$|[£€$¥₹]|GBP|EUR|USD|AUD|CAD|CHF|JPY|INR';
const AFTER = `[£€]|GBP\\b|EUR\\b|USD\\b|AUD\\b|CAD\\b|CHF\\b|pounds?\\b(?: sterling\\b)?|quid\\b|euros?\\b|dollars?\\b`;
const SCALE = '(?:\\s?(k|thousand|million|m|bn|billion)\\b)?';
const TO = String.raw`\s*(?:-|–|to|or)\s*`;

const SCALES: Record<string, number> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  million: 1e6,
  bn: 1e9,
  billion: 1e9,
};

function readMoney(currency: string, amount: string, scale = ''): Discovery {
  const found = Object.entries(CURRENCIES).find(([, names]) =>
    new RegExp(`^(?:${names})$`, 'i').test(currency),
  );
  const factor = SCALES[scale.toLowerCase()] ?? 1;
  return {
    kind: 'money',
    readings: readQuantity(amount).map((value) => ({
      is: 'money',
      currency: found?.[0] ?? currency,
      value: value * factor,
    })),
  };
}

const MONEY_READERS: Reader[] = [
  {
    pattern: new RegExp(
      `(?:(?<![A-Za-z])(${BEFORE}))\\s?-?(${NUM})${SCALE}(?:${TO}(${NUM})(?![\\d%])(?!\\s*[A-Za-z]))?`,
      'gi',
    ),
    read: ([, currency = '', amount = '', scale = '', last]) => {
      const first = readMoney(currency, amount, scale);
      if (last === undefined) return first;
      return [
        { ...first, text: `${currency}${amount}` },
        { ...readMoney(currency, last, scale), text: `${currency}${last}` },
      ];
    },
  },
  {
    pattern: new RegExp(`(?:(${NUM})${TO})?(${QUANTITY})${SCALE}\\s?(${AFTER})`, 'gi'),
    read: ([, first, amount = '', scale, currency = '']) => {
      const money = readMoney(currency, amount, scale);
      if (first === undefined) return money;
      return [
        { ...readMoney(currency, first, scale), text: first },
        { ...money, text: `${amount} ${currency}` },
      ];
    },
  },
  {
    pattern: new RegExp(`(${NUM})\\s?(?:p|pence)\\b`, 'g'),
    read: ([, amount = '']) => ({
      kind: 'money',
      readings: readQuantity(amount).map((value) => ({
        is: 'money',
        currency: 'GBP',
        value: value / 100,
      })),
    }),
  },
];

const PERCENTAGE_READERS: Reader[] = [
  {
    pattern: new RegExp(
      `(?:(${NUM})${TO})?(${QUANTITY})\\s?(?:%|percent\\b|per cent\\b|pct\\b)`,
      'gi',
    ),
    read: ([, first, last = '']) =>
      [first, last]
        .filter((text) => text !== undefined)
        .map((text) => ({
          kind: 'percentage',
          text: `${text}%`,
          readings: readQuantity(text).map((value) => ({ is: 'percentage', value })),
        })),
  },
];

const HOUR = '(?:hours?|hrs?|h)';
const MINUTE = '(?:minutes?|mins?|m)';

const SECONDS: [RegExp, number][] = [
  [/^h/i, 3_600],
  [/^m(?!o|t)/i, 60],
  [/^s/i, 1],
];

function readSpan(quantity: string, unit: string): Reading[] {
  return readQuantity(quantity).flatMap((value): Reading[] => {
    if (/^(?:working |business |full )?day/i.test(unit)) return [{ is: 'days', value }];
    if (/^w/i.test(unit)) return [{ is: 'days', value: value * 7 }];
    if (/^mo|^mth/i.test(unit)) return [{ is: 'months', value }];
    if (/^y/i.test(unit)) return [{ is: 'months', value: value * 12 }];
    const seconds = SECONDS.find(([pattern]) => pattern.test(unit))?.[1] ?? 1;
    // Hours with two decimals are rounded: 1.67 hours are 100 minutes.
    const tolerance = /[.,]\d{2,}$/.test(quantity) && seconds > 1 ? seconds * 0.005 : 0.5;
    const readings: Reading[] = [{ is: 'seconds', value: value * seconds, tolerance }];
    if (unit === 'm') readings.push({ ...plainNumber(value), unit: 'm' });
    return readings;
  });
}

function inSeconds(value: number): Reading[] {
  return [{ is: 'seconds', value, tolerance: 0.5 }];
}

const SPAN = `${HOUR}|${MINUTE}|seconds?|secs?|s|(?:working |business |full )?days?|weeks?|wks?|months?|mths?|years?|yrs?`;

/** `£60 an hour` is a rate, and no hour of work. */
const RATE = new RegExp(`(?:[£€$]\\s?[\\d.,]+|[\\d%]|times|once|twice|${TAKEN})\\s*$`);

const DURATION_READERS: Reader[] = [
  {
    pattern: new RegExp(
      `\\b(an?|${NUM}|${NUMBER_WORD})(?:\\s+hours?)?\\s+and\\s+a\\s+half(?:\\s+hours?)?\\b`,
      'gi',
    ),
    read: ([whole, quantity = '']) => {
      if (!/hour/i.test(whole)) return null;
      const [hours = 1] = /^an?$/i.test(quantity) ? [1] : readQuantity(quantity);
      return { kind: 'duration', readings: inSeconds((hours + 0.5) * 3_600) };
    },
  },
  {
    pattern:
      /\b(half|(?:a\s+)?quarter|three[\s-]quarters)(?:\s+of)?[\s-](?:an?\s+)?(hour|day)\b|\b(1\/2|1\/4|3\/4)\s*(?:an?\s+)?(hour|day)\b/gi,
    read: ([, word = '', unit, digits = '', otherUnit]) => {
      const isThree = /^three/i.test(word) || digits === '3/4';
      const isHalf = /^half/i.test(word) || digits === '1/2';
      const share = isHalf ? 0.5 : isThree ? 0.75 : 0.25;
      const isHour = /hour/i.test(unit ?? otherUnit ?? '');
      return {
        kind: 'duration',
        readings: isHour ? inSeconds(share * 3_600) : [{ is: 'days', value: share }],
      };
    },
  },
  {
    // 1h 30m, 1 hour and 30 minutes, 1h30.
    pattern: new RegExp(
      `(?<![\\p{L}_])(an|${NUM}|${NUMBER_WORD})[\\s-]?(${HOUR})\\.?(?:[\\s,]*(?:and\\s+)?(\\d{1,2}|${NUMBER_WORD})[\\s-]?(${MINUTE})\\b|(\\d{2})\\b)`,
      'giu',
    ),
    read: ([, quantity = '', hour = '', minutes = '', minute = 'm', shortMinutes = '']) => {
      const [hours = 1] = /^an$/i.test(quantity) ? [1] : readQuantity(quantity);
      const rest = minutes || shortMinutes;
      const [more = 0] = readQuantity(rest);
      return {
        kind: 'duration',
        readings: inSeconds(hours * 3_600 + more * 60),
        parts: [
          { text: `${quantity} ${hour}`, kind: 'duration', readings: inSeconds(hours * 3_600) },
          { text: `${rest} ${minute}`, kind: 'duration', readings: inSeconds(more * 60) },
        ],
      };
    },
  },
  {
    pattern: new RegExp(
      `(?<![\\p{L}_])(?:(${NUM}|${NUMBER_WORD})${TO})?(${QUANTITY})[\\s-]?(${SPAN})\\b`,
      'giu',
    ),
    read: ([, first, last = '', unit = '']) =>
      [first, last]
        .filter((quantity) => quantity !== undefined)
        .map((quantity) => ({
          kind: 'duration',
          text: `${quantity} ${unit}`,
          readings: readSpan(quantity, unit),
        })),
  },
  {
    pattern: /\b(an|a)\s+(hour|minute|day|week|fortnight|month|year)\b/gi,
    read: (match, text) => {
      const [, article = '', unit = ''] = match;
      if (/^(?:hour)$/i.test(unit) !== /^an$/i.test(article)) return null;
      if (RATE.test(textBefore(match, text))) return [];
      const readings: Reading[] = /^fortnight/i.test(unit)
        ? [{ is: 'days', value: 14 }]
        : readSpan('1', unit.toLowerCase());
      return { kind: 'duration', readings, isWeak: !/hour|fortnight/i.test(unit) };
    },
  },
];

function readTime(text: string, halfDay = ''): Reading[] {
  const [, hourText = '', minuteText = '0'] = /^(\d{1,2})(?:[:.](\d{2}))?/.exec(text) ?? [];
  const hour = Number(hourText);
  const minute = Number(minuteText);
  if (hour > 24 || minute > 59) return [];
  const at = (hourOfDay: number): Reading => ({
    is: 'time',
    minute: (hourOfDay % 24) * 60 + minute,
  });
  if (/^p/i.test(halfDay)) return [at((hour % 12) + 12)];
  if (/^a/i.test(halfDay)) return [at(hour % 12)];
  const isEither = hour >= 1 && hour <= 12 && !hourText.startsWith('0');
  return isEither ? [at(hour), at((hour % 12) + 12)] : [at(hour)];
}

const CLOCK = String.raw`\d{1,2}(?:[:.]\d{2})?`;
const HALF_DAY = String.raw`(?:[ap]m\b|[ap]\.m\.)`;

const TIME_READERS: Reader[] = [
  {
    pattern: new RegExp(
      `(?<![\\w.:£€$])(?:(${CLOCK})\\s*(?:-|–|to|until|and)\\s*)?(${CLOCK})\\s?(${HALF_DAY})`,
      'gi',
    ),
    read: ([, first, last = '', halfDay = '']) => {
      const readings = readTime(last, halfDay);
      if (readings.length === 0) return null;
      const end: Discovery = { kind: 'time', readings, text: `${last}${halfDay}` };
      return first === undefined
        ? end
        : [{ kind: 'time', readings: readTime(first), text: first }, end];
    },
  },
  {
    pattern: /(?<![\w.:/])(?:(\d{1,2})\s*(?:-|–|to)\s*)?(\d{1,2}:[0-5]\d)(?::[0-5]\d)?(?![\d:])/g,
    read: ([, first, last = '']) => {
      const readings = readTime(last);
      if (readings.length === 0) return null;
      const [hours = 0, minutes = 0] = last.split(':').map(Number);
      const end: Discovery = {
        kind: 'time',
        text: last,
        // "Took 1:30" is a duration.
        readings: [...readings, ...inSeconds(hours * 3_600 + minutes * 60)],
      };
      return first === undefined
        ? end
        : [{ kind: 'time', readings: readTime(first), text: first }, end];
    },
  },
  {
    pattern: new RegExp(`(\\d{1,2}|${NUMBER_WORD})\\s*o['’]clock`, 'gi'),
    read: ([, hour = '']) => ({ kind: 'time', readings: readTime(String(figuresIn(hour)[0])) }),
  },
  {
    pattern: /\b(noon|midday|midnight)\b/gi,
    read: ([, word = '']) => ({
      kind: 'time',
      isWeak: true,
      readings: [{ is: 'time', minute: /^midn/i.test(word) ? 0 : 720 }],
    }),
  },
];

/** Reads times, durations, prices and percentages; before the numbers they contain. */
export const AMOUNT_READERS: Reader[] = [
  ...PERCENTAGE_READERS,
  ...MONEY_READERS,
  ...TIME_READERS,
  ...DURATION_READERS,
];
