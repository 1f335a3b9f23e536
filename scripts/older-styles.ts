import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import cascadeLayers from '@csstools/postcss-cascade-layers';
import isPseudoClass from '@csstools/postcss-is-pseudo-class';
import { transform } from 'lightningcss';
import postcss, { type AtRule, type Plugin } from 'postcss';

/**
 * Run after a build: writes the style sheet again for browsers that lack cascade layers and what came
 * after them (docs/browsers.md), beside the one for all others. `app/http/browser-age.ts` says who
 * gets which.
 */
const FOLDER = join('build', 'client', 'assets');

/** From which window on a card is so wide: beside it stand the margins, and on wide windows the navigation. */
const WINDOW_OF: Record<string, string> = {
  '19rem': '21rem',
  '36rem': '38rem',
  '47rem': '50rem',
  '61rem': '77rem',
};

/** A little less than a width of so many rem, for what is narrower. */
const below = (rem: number) => `(max-width:${rem - 0.001}rem)`;

/**
 * Asks for the window's width where newer browsers ask for a card's, and for a greatest width where
 * they ask for none of a least one. Throws at a card's width that it does not know.
 */
const plainQueries: Plugin = {
  postcssPlugin: 'plain-queries',
  AtRule: (rule: AtRule) => {
    if (rule.name === 'container') {
      rule.name = 'media';
      rule.params = rule.params.replace(/[\d.]+rem/g, (width) => {
        const found = WINDOW_OF[width];
        if (found === undefined) throw new Error(`older-styles.ts has no window for ${width}.`);
        return found;
      });
    }
    if (rule.name !== 'media') return;
    rule.params = rule.params
      .replace(/\(width>=([\d.]+rem)\)/g, '(min-width:$1)')
      .replace(/\(not \(min-width:([\d.]+)rem\)\)/g, (_query, rem) => below(Number(rem)))
      .replace(/\bnot \(min-width:([\d.]+)rem\)/g, (_query, rem) => below(Number(rem)));
  },
};

/** The sides of what stands for two: short forms of logical sides are younger than the sides themselves. */
const SIDES: Record<string, [start: string, end: string]> = {
  inline: ['left', 'right'],
  block: ['top', 'bottom'],
};

/** Writes sides out where lightningcss leaves them, since their values are of variables: all of it is read from left to right. */
const plainSides: Plugin = {
  postcssPlugin: 'plain-sides',
  Declaration: (declaration) => {
    const [, what, way = ''] =
      /^((?:scroll-)?(?:padding|margin)|inset)-(inline|block)$/.exec(declaration.prop) ?? [];
    const sides = SIDES[way];
    if (what === undefined || sides === undefined) return;
    const [start = '', end = start] = postcss.list.space(declaration.value);
    const side = (name: string) => (what === 'inset' ? name : `${what}-${name}`);
    declaration.cloneBefore({ prop: side(sides[0]), value: start });
    declaration.cloneBefore({ prop: side(sides[1]), value: end });
    declaration.remove();
  },
};

/** Says a height without the browser's own bars in the older way. */
const plainHeights: Plugin = {
  postcssPlugin: 'plain-heights',
  Declaration: (declaration) => {
    if (/\ddvh\b/.test(declaration.value)) {
      declaration.value = declaration.value.replace(/(\d)dvh\b/g, '$1vh');
    }
  },
};

/** Gives first values of Tailwind's variables to all: those of Chrome before 85 know no `@property`, and are asked otherwise. */
const firstValues: Plugin = {
  postcssPlugin: 'first-values',
  AtRule: {
    supports: (rule: AtRule) => {
      if (rule.params.includes('margin-trim')) rule.replaceWith(rule.nodes ?? []);
    },
  },
};

/** Gives what browsers without popovers get to all: the older ones have none, and some cannot be asked. */
const withoutPopovers: Plugin = {
  postcssPlugin: 'without-popovers',
  AtRule: {
    supports: (rule: AtRule) => {
      if (rule.params.includes(':popover-open')) rule.replaceWith(rule.nodes ?? []);
    },
  },
};

/** Hides the screen behind a dialog without asking whether it is modal: the older ones run no scripts, so that none is, and do not know the word. */
const withoutModals: Plugin = {
  postcssPlugin: 'without-modals',
  Rule: (rule) => {
    if (rule.selector.includes(':not(:modal)')) {
      rule.selector = rule.selector.replaceAll(':not(:modal)', '');
    }
  },
};

/** Breaks long words in a Safari before 15.4, which has no `overflow-wrap: anywhere` and knows it by its older name. */
const olderWrap: Plugin = {
  postcssPlugin: 'older-wrap',
  Declaration: {
    'overflow-wrap': (declaration) => {
      if (declaration.value !== 'anywhere') return;
      if (declaration.prev()?.toString() === 'word-break:break-word') return;
      declaration.cloneBefore({ prop: 'word-break', value: 'break-word' });
    },
  },
};

/** What only scripts put into a page, or ask for. */
const OF_SCRIPTS =
  /\[data-(?:scripts|step|hydrated|tooltips)\b|:popover-open|\.(?:picker|listbox|line-notice|pending-bar|waiting-entr)/;

/** Leaves out what only scripts ask for: the older browsers run none. */
const withoutScripts: Plugin = {
  postcssPlugin: 'without-scripts',
  AtRule: {
    media: (rule: AtRule) => {
      if (rule.params.includes('scripting:')) rule.remove();
    },
    keyframes: (rule: AtRule) => {
      if (/^(?:pending|toast)-/.test(rule.params)) rule.remove();
    },
  },
  Rule: (rule) => {
    const kept = rule.selectors.filter((selector) => !OF_SCRIPTS.test(selector));
    if (kept.length === 0) rule.remove();
    else if (kept.length < rule.selectors.length) rule.selectors = kept;
  },
};

/** A version as lightningcss has it. */
const version = (major: number, minor = 0) => (major << 16) | (minor << 8);

const TARGETS = { chrome: version(80), safari: version(13), firefox: version(78) };

for (const name of readdirSync(FOLDER)) {
  if (!/^styles-[\w-]+\.css$/.test(name)) continue;
  const path = join(FOLDER, name);
  const { css } = await postcss([
    plainQueries,
    withoutPopovers,
    withoutModals,
    withoutScripts,
    olderWrap,
    plainSides,
    plainHeights,
    firstValues,
    cascadeLayers(),
    isPseudoClass({ preserve: false }),
  ]).process(readFileSync(path, 'utf8'), { from: path });
  const { code } = transform({
    filename: name,
    code: Buffer.from(css),
    minify: true,
    targets: TARGETS,
  });
  writeFileSync(path.replace(/\.css$/, '.older.css'), code);
}
