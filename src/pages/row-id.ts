/** The id of a row in a form or an address; undefined if it is none. */
export const rowId = (text: string): number | undefined => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined)
