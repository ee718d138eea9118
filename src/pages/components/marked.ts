import { type Html, html } from '../html.ts'

/** A text with what is typed between backticks, and words of other programs between asterisks. */
export const marked = (text: string): Html =>
  html`${text
    .split(/(`[^`]+`|\*[^*]+\*)/)
    .map((part) =>
      part.startsWith('`')
        ? code(part.slice(1, -1))
        : part.startsWith('*') && part.length > 1
          ? html`<em>${part.slice(1, -1)}</em>`
          : part,
    )}`

/** The longest word that certainly has room in a line on a phone. */
const maxWordLength = 24

/** What is typed: its words are not broken where they have a hyphen, unless a line is too short for them. */
const code = (text: string): Html =>
  html`<code>${text
    .split(/(\s+)/)
    .map((word) =>
      word.includes('-') && word.length <= maxWordLength ? html`<span class="whole">${word}</span>` : word,
    )}</code>`

/** A heading in which "e-mail" is not broken where it has its hyphen. */
export const heading = (text: string): Html =>
  html`${text
    .split(/(e-mail)/i)
    .map((part) => (/^e-mail$/i.test(part) ? html`<span class="whole">${part}</span>` : part))}`
