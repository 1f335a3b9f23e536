/**
 * The cards in Settings of what is connected. Together with their data (cards.server.ts) and the services
 * (services.server.ts) these are all the places that name Xero and Todoist.
 */
export { TodoistCard } from './todoist/settings/todoist-card.tsx';
export { XeroCard } from './xero/card/xero-card.tsx';
