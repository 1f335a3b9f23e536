import { tryEveryForm } from '#tests/support/every-form/in-browser.ts';

tryEveryForm('desktop');
