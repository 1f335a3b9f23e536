/** A moment by the device's own clock, such as "at 14:05" or "on 21 Nov at 14:05". */
export function sayMoment(at: number): string {
  const [then, now] = [new Date(at), new Date()];
  const time = then.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  const isToday = then.toDateString() === now.toDateString();
  const day = then.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
  return isToday ? `at ${time}` : `on ${day} at ${time}`;
}
