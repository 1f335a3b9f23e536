type WithItems = { itemsName: string | null };

/** What a type's items are called: by its own name for them, else hardware. */
export const itemsNameOf = ({ itemsName }: WithItems): string => itemsName ?? 'Hardware';

/** A sentence about hardware, with the name that a type has for its items instead. */
export const aboutItems = (sentence: string, { itemsName }: WithItems): string =>
  itemsName === null ? sentence : sentence.replace(/hardware/i, () => itemsName);
