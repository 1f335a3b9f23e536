/** What the cards of cards.ts show. */
export { readTodoistCard } from './todoist/settings/todoist-settings.server.ts';
export { readXeroCard } from './xero/card/card.server.ts';
