/**
 * A text without the characters at its end that a pattern of one character matches. A pattern such as `/ +$/` takes as
 * long as the square of a text that has many blanks, none of them at its end: it is tried at each of them.
 */
export function trimmedEnd(text: string, dropped: RegExp): string {
  let end = text.length
  while (end > 0 && dropped.test(text[end - 1] as string)) end--
  return text.slice(0, end)
}
