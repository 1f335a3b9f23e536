import { describe, expect, test } from 'vitest';
import { findFirefox } from '#tests/support/browser/find-firefox.ts';
import { useFirefox } from '#tests/support/browser/firefox.ts';
import { eventually } from '#tests/support/browser/page.ts';
import { addTimeEntries, TIME_FIELDS, typedInto } from '#tests/support/data/time-fields.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();

/** Functions of the page: finds a field by its name, and fills it in. */
const FIND = `(name) => [...document.querySelectorAll('dialog [name], main [name]')]
  .find((control) => control.name === name)`;
const FILL = `(control, text) => {
  control.value = text;
  control.dispatchEvent(new Event('input', { bubbles: true }));
  return text;
}`;
const PRESS = `(form, label) => {
  const labelOf = (button) => button.getAttribute('aria-label') ?? button.textContent;
  [...form.querySelectorAll('button:not(.sr-only)')]
    .find((button) => labelOf(button) === label).click();
  return label;
}`;
const TOAST = `document.querySelector('[data-testid=toast]') !== null`;
/** Notes a toast that comes: on a busy machine it may have gone before anybody looks. */
const WATCH = `String(new MutationObserver(() => {
  window.hadToast ||= ${TOAST};
}).observe(document, { childList: true, subtree: true }))`;
const HAD_TOAST = `String(window.hadToast === true || ${TOAST})`;
const HAS_SCRIPTS = `String(Object.keys(document.body).some((key) => key.startsWith('__reactFiber')))`;

const CASES = [
  ...TIME_FIELDS.map(([label, field], place) => ({ label, field, place, scripts: 'with' })),
  ...TIME_FIELDS.slice(0, 1).map(([label, field]) => ({
    label,
    field,
    place: 1,
    scripts: 'without',
  })),
];

describe.skipIf(findFirefox() === null)('In Firefox', () => {
  const firefox = useFirefox();

  test.for(CASES)(
    '$label means what was typed, $scripts scripts',
    async ({ field, place, scripts }) => {
      const { open, run, type, setCookie } = firefox();
      const [name = '', value = ''] = (await server().signIn()).split(/=(.*)/s);
      await setCookie(server().url, name, value);
      await setCookie(server().url, 'lite', scripts === 'with' ? 'off' : 'on');
      for (const [text, minutes] of typedInto(place)) {
        const entries = addTimeEntries(server());
        await open(server().url + field.path(entries));
        await eventually(() => run(HAS_SCRIPTS)).toBe(String(scripts === 'with'));
        for (const [other, chosen] of Object.entries(field.typed(entries))) {
          await run(`(${FILL})((${FIND})('${other}'), '${chosen}')`);
        }
        const control = `(${FIND})('${field.name(entries)}')`;
        await run(`(${control}.focus(), ${control}.select(), 'focused')`);
        await type(text);
        expect(await run(`${control}.value`)).toBe(text);
        await run(WATCH);
        await run(`(${PRESS})(${control}.form, '${field.button}')`);
        const stored = () => field.stored(server(), entries);
        await eventually(stored).toBe(minutes + field.beside);
        // Only now is the page done with the form.
        await eventually(() => run(HAD_TOAST)).toBe('true');
      }
    },
  );
});
