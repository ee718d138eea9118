import { LRUCache } from 'lru-cache'
import type sanitize from 'sanitize-html'
import { digestOf } from '#src/credentials/secrets.ts'
import { atFirstUse } from '#src/package-root.ts'
import { hasTooManyMarks } from '#src/reference/marks-of-prose.ts'
import { wordTable } from '#src/reference/word-table.ts'
import { type Html, html, trusted } from '../html.ts'

const loadMarkdown = atFirstUse<typeof import('markdown-it')['default']>('markdown-it')
const loadSanitizer = atFirstUse<typeof sanitize>('sanitize-html')

/** Paragraphs, emphasis, lists, quotations, code and links: nothing else of Markdown, and no HTML. */
const enabled = [
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
]

function openParser() {
  const parser = loadMarkdown()('zero', { html: false, breaks: true, linkify: false }).enable(enabled)
  // Only web addresses become links.
  parser.validateLink = (address) => /^https?:\/\//i.test(address)
  return parser
}

/** What the parser may produce. Anything else, which only a bug of the parser could produce, is removed. */
const allowedMarkup = (sanitizer: typeof sanitize): sanitize.IOptions => ({
  allowedTags: ['p', 'br', 'em', 'strong', 's', 'ul', 'ol', 'li', 'blockquote', 'code', 'pre', 'a'],
  allowedAttributes: { a: ['href', 'rel'], ol: ['start'] },
  allowedSchemes: ['http', 'https'],
  allowProtocolRelative: false,
  // Links in reviews are for readers, not for search engines.
  transformTags: { a: sanitizer.simpleTransform('a', { rel: 'nofollow ugc noopener noreferrer' }) },
})

function openRenderer(): (text: string) => string {
  const parser = openParser()
  const sanitizer = loadSanitizer()
  const allowed = allowedMarkup(sanitizer)
  return (text) => sanitizer(parser.render(text), allowed)
}

/** Limits of the markup that is kept: the number of texts, and the bytes of all markup, two for each character. */
type MarkupLimit = { texts: number; bytes: number }

/** Renders a text once, however many readers it has, until more recently used ones need the space. */
export function keepMarkup(render: (text: string) => string, { texts, bytes }: MarkupLimit): (text: string) => string {
  const sizeCalculation = (markup: string) => Math.max(1, 2 * markup.length)
  const memoMethod = (_digest: string, _stale: unknown, { context: text }: { context: string }) => render(text)
  const markups = new LRUCache<string, string, string>({ max: texts, maxSize: bytes, sizeCalculation, memoMethod })
  return (text) => markups.memo(digestOf(text), { context: text })
}

let render: ((text: string) => string) | undefined
const rendered = keepMarkup(
  (text) => {
    render ??= openRenderer()
    return render(text)
  },
  { texts: 500, bytes: 8_388_608 },
)

/**
 * A text that a person wrote, in a subset of Markdown, as markup that is safe in a page. A text with too many marks,
 * which another source may contain, is shown as it was typed.
 */
export const markdown = (text: string): Html =>
  hasTooManyMarks(text) ? html`<p class="as-typed">${text}</p>` : trusted(rendered(text))

const entities: Readonly<Record<string, string>> = wordTable({ amp: '&', lt: '<', gt: '>', quot: '"' })

/** The same text without any markup, for others who read no Markdown: a paragraph or an entry of a list is a line. */
export function plainText(text: string): string {
  if (hasTooManyMarks(text)) return text
  return rendered(text)
    .replace(/<\/(?:p|li|pre|blockquote)>|<br ?\/>/g, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] as string)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}
