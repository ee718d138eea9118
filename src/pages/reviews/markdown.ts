import markdownIt from 'markdown-it'
import sanitize from 'sanitize-html'
import { type Html, html, trusted } from '../html.ts'
import { keepMarkup } from './markup-cache.ts'

/** Paragraphs, emphasis, lists, quotations, code and links: nothing else of Markdown, and no HTML. */
const parser = markdownIt('zero', { html: false, breaks: true, linkify: false }).enable([
  'emphasis',
  'strikethrough',
  'list',
  'blockquote',
  'backticks',
  'code',
  'fence',
  'link',
  'newline',
  'escape',
])

// Addresses of this server and of other programs are none.
parser.validateLink = (address) => /^https?:\/\//i.test(address)

/** What the parser makes. Whatever else came out of it, by a fault of its own, is taken away. */
const allowed: sanitize.IOptions = {
  allowedTags: ['p', 'br', 'em', 'strong', 's', 'ul', 'ol', 'li', 'blockquote', 'code', 'pre', 'a'],
  allowedAttributes: { a: ['href', 'rel'], ol: ['start'] },
  allowedSchemes: ['http', 'https'],
  allowProtocolRelative: false,
  // Nobody gains by links in reviews but their readers.
  transformTags: { a: sanitize.simpleTransform('a', { rel: 'nofollow ugc noopener noreferrer' }) },
}

/**
 * Signs of markup and line ends in one text. Each element takes one at least, and what takes long is to make elements:
 * the text with the most of them holds all other requests up for some tens of milliseconds.
 */
export const maxMarks = 2_000

/** What may become an element, without parsing: rather too much is counted than too little. */
const marks = /[*_~`[\]\\>\n]|[-+](?=\s)|\d[.)](?=\s)/g

/** Whether it would take long to render a text. */
export const hasTooManyMarks = (text: string): boolean => (text.match(marks)?.length ?? 0) > maxMarks

/** Of the markup that was made last, so that a review with many readers is rendered once. */
const kept = { texts: 500, bytes: 8_388_608 }

const rendered = keepMarkup((text) => sanitize(parser.render(text), allowed), kept)

/**
 * A text that a person wrote, in a subset of Markdown, as markup that is safe in a page. One with too many marks, as
 * other sources may have it, is shown as it was typed.
 */
export const markdown = (text: string): Html =>
  hasTooManyMarks(text) ? html`<p class="as-typed">${text}</p>` : trusted(rendered(text))
