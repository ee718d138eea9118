/** The order of texts by their characters' codes, which is the same everywhere, whatever the language. */
export const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
