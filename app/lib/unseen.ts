/** Signs of no width, soft hyphens and marks of direction that have no pair: nobody sees what they do to a word. */
const UNSEEN = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2060-\u2064\ufeff]/g;

/** Signs of no width that belong between the letters of some scripts, and in some pictures. */
const JOINERS = /[\u200c\u200d]+/g;

/** A text without signs that come along unseen as it is copied. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, '').replace(JOINERS, (signs, at: number, all: string) => {
    const around = [all.charAt(at - 1), all.charAt(at + signs.length)];
    return around.every((sign) => sign > '\u024f' && sign.trim() !== '') ? signs : '';
  });
}
