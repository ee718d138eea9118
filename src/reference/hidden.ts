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

/**
 * What shows nothing by itself: blanks, joiners, fillers, variation selectors, tags, marks without a letter, an empty
 * Braille cell, a note without a head. Between other characters they have their use, as in emoji and in Persian.
 */
const unseen = '[\\p{Default_Ignorable_Code_Point}\\p{White_Space}\\p{Cc}\\p{Cf}\\p{Cs}\\p{M}\\u2800\\u{1d159}]'

/** A text of one line, as a pattern with the flag `u`: it may be empty, but not look as if it were. */
export const oneLine = `^(?!${unseen}+$)${printable}*$`

const nothingSeen = new RegExp(`^${unseen}+$`, 'u')

const hidden = new RegExp(`[${controls}${breaks}${marks}${turns}]`)
const lineBreak = /[\n\r\u0085\u2028\u2029]/

/** What a text of one line may not have, in words: the first such character, or nothing but what shows nothing. */
export function hiddenIn(text: string): string | undefined {
  const [found] = hidden.exec(text) ?? []
  if (found === undefined) return nothingSeen.test(text) ? 'nothing that can be seen' : undefined
  if (lineBreak.test(found)) return 'a line break'
  return `the invisible character U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
}

const ofProse = new RegExp(`[${controls}${turns}]`, 'g')
const ofNames = new RegExp(`[${controls}${marks}${turns}]`, 'g')

/** Prose without hidden characters; line breaks, tabs and marks stay. */
export const tidyProse = (text: string): string => text.replace(ofProse, '')

/** A text from elsewhere, which may be a name or prose: line breaks and tabs stay. Empty if it shows nothing. */
export function tidyForeign(text: string): string {
  const tidy = text.replace(ofNames, '')
  return nothingSeen.test(tidy) ? '' : tidy
}

/** A text in one line; empty if it shows nothing. */
export const inOneLine = (text: string): string => tidyForeign(text.replace(/\s+/g, ' ').trim())
