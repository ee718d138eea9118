/**
 * The most markup characters and line ends in one text. Each element takes at least one of them, and making elements is
 * what takes long: a text with the most of them blocks all other requests for some tens of milliseconds.
 */
export const maxMarks = 2_000

/** What may become an element, without parsing: it counts too much rather than too little. */
const marks = /[*_~`[\]\\>\n]|[-+](?=\s)|\d[.)](?=\s)/g

/** Whether a text would take too long to render. */
export const hasTooManyMarks = (text: string): boolean => (text.match(marks)?.length ?? 0) > maxMarks
