type Own = { origin: string };

/** Whether a host, as a browser or a proxy writes it, is that of our address; one that is not known is. */
export function isOwnHost({ origin }: Own, host: string): boolean {
  const own = new URL(origin);
  return ['', own.host, own.hostname].includes(host.toLowerCase());
}

/** What to say of a page that is opened by another address than ours; null where all is well, or it is not known. */
export function openedElsewhere({ config, host }: { config: Own; host: string }): string | null {
  if (isOwnHost(config, host)) return null;
  return `This page was opened at ${host}, but the address of this server is ${config.origin}, so that signing in may not work. Open it there; or set APP_ORIGIN where the server gets its settings, and start it again.`;
}
