import markdownIt from 'markdown-it'
import sanitize from 'sanitize-html'
import { type Html, trusted } from '../html.ts'

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

/** A text that a person wrote, in a subset of Markdown, as markup that is safe in a page. */
export const markdown = (text: string): Html => trusted(sanitize(parser.render(text), allowed))
