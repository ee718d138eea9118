/** What the pages take from a browser. Nothing reads a longer text, or more of them. */

/** Longest text of a field of a form, unless its page says otherwise. */
export const maxFieldLength = 4_096
/** Longest text of a parameter of a page, and of a part of its path. */
export const maxParameterLength = 2_048
export const maxPathPart = 300
/** The largest body of a form, unless its page says otherwise or has longer fields. */
export const formBytes = 65_536
/** The most fields of a form: with more, reading them would take long. */
export const maxFormFields = 50_000
/** Bytes that a character takes up to in a form. */
const BYTES_OF_CHARACTER = 9

/** The largest body of a form with these fields beside the others. */
export function bytesOf(longFields: object): number {
  const characters = Object.values(longFields).reduce((sum: number, most: number) => sum + most, maxFieldLength)
  return Math.max(formBytes, BYTES_OF_CHARACTER * characters)
}
