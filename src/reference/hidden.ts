/**
 * Characters that nobody sees. Names have none of them: two that look the same would be different, and a name
 * could turn the text around it.
 */

const controls = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u0084\\u0086-\\u009f'
const breaks = '\\t\\n\\r\\u0085\\u2028\\u2029'
/** Marks that people write in prose of two directions, and what turns all that follows. */
const marks = '\\u061c\\u200e\\u200f'
const turns = '\\u202a-\\u202e\\u2066-\\u2069'

/** A character of a text of one line, as a pattern. */
export const printable = `[^${controls}${breaks}${marks}${turns}]`

const hidden = new RegExp(`[${controls}${breaks}${marks}${turns}]`)
const lineBreak = /[\n\r\u0085\u2028\u2029]/

/** The first character of a text that its one line may not have, in words. */
export function hiddenIn(text: string): string | undefined {
  const [found] = hidden.exec(text) ?? []
  if (found === undefined) return undefined
  if (lineBreak.test(found)) return 'a line break'
  return `the invisible character U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
}

const ofProse = new RegExp(`[${controls}${turns}]`, 'g')
const ofNames = new RegExp(`[${controls}${marks}${turns}]`, 'g')

/** Prose without hidden characters; line breaks, tabs and marks stay. */
export const tidyProse = (text: string): string => text.replace(ofProse, '')

/** A text from elsewhere, which may be a name or prose: line breaks and tabs stay. */
export const tidyForeign = (text: string): string => text.replace(ofNames, '')

/** A text in one line. */
export const inOneLine = (text: string): string => tidyForeign(text).replace(/\s+/g, ' ').trim()
