import { uptime } from 'node:os';

/** How long this machine has run, in whole seconds: what nobody sets back, also for other processes. */
export const secondsUp = () => Math.floor(uptime());
