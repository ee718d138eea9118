import { type Html, html } from '../html.ts'

/** A text with what is typed between backticks, and words of other programs between asterisks. */
export const marked = (text: string): Html =>
  html`${text
    .split(/(`[^`]+`|\*[^*]+\*)/)
    .map((part) =>
      part.startsWith('`')
        ? html`<code>${part.slice(1, -1)}</code>`
        : part.startsWith('*') && part.length > 1
          ? html`<em>${part.slice(1, -1)}</em>`
          : part,
    )}`
