/** The id of a row as a form or an address has it; undefined when it is none. */
export const rowId = (text: string): number | undefined => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined)
