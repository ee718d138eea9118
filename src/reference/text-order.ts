/** Sorts after every text that begins with the same characters. */
export const lastCharacter = '\u{10ffff}'

/** The order of texts by their characters' codes, which is the same everywhere, whatever the language. */
export const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
