/** Leaves quoted parts out: they may be what somebody typed, or what the page shows. */
export function withoutQuotes(message: string): string {
  return message.replaceAll(/(["'`“‘]).*(["'`”’])/gs, '$1…$2');
}

/** Leaves email addresses out. */
export function withoutEmails(text: string): string {
  return text.replaceAll(/[^\s<>"'`(),;:=/?&[\]]+(@|%40)[\w.-]+/g, '[email]');
}
