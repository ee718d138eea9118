import { posix } from 'node:path'
import markdownIt from 'markdown-it'
import { type Html, html, trusted } from '../html.ts'
import type { RenderContext } from '../page.ts'
import { codeBlock } from '../reference/frame.ts'
import { type GuideDocument, guide, isPicture, pictureAddress, textOfDocument } from './documents.ts'

/** Files of the project that this server has at an address of its own. */
const served: Readonly<Record<string, string>> = {
  'openapi.json': '/openapi.json',
  'openapi-commons.json': '/commons/1/openapi.json',
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

/** Where a link of a document leads on this server; undefined for what is only in the project's files. */
export function linkTo(document: GuideDocument, href: string): string | undefined {
  if (/^[a-z][a-z+.-]*:/i.test(href) || href.startsWith('#')) return href
  const [path = '', anchor] = href.split('#', 2)
  const file = posix.join(posix.dirname(document.file), path)
  const address =
    guide().byFile.get(file)?.address ?? served[file] ?? (isPicture(file) ? pictureAddress(file) : undefined)
  return address && (anchor ? `${address}#${anchor}` : address)
}

type Words = Pick<RenderContext, 'texts'>

/**
 * A document as a page shows it: headings can be linked to, code can be copied, wide tables can be scrolled, and links
 * lead to other pages of the guide. What links to a file of the source is its name.
 */
export function renderDocument(document: GuideDocument, context: Words): Html {
  const { reference } = context.texts
  const parser = markdownIt({ html: false, linkify: false })
  const { rules } = parser.renderer
  const names = new Map<string, number>()
  const name = (text: string): string => {
    const stem = plain(text)
    const used = names.get(stem) ?? 0
    names.set(stem, used + 1)
    return used === 0 ? stem : `${stem}-${used}`
  }
  let anchor = ''
  rules.heading_open = (tokens, index) => {
    const children = tokens[index + 1]?.children ?? []
    const text = children.map(({ content }) => content).join('')
    const { tag } = tokens[index] as { tag: string }
    const id = name(text)
    anchor = tag === 'h1' ? '' : html`<a class="anchor" href="#${id}" aria-label="${reference.linkTo(text)}">#</a>`.text
    return `<${tag} id="${id}">`
  }
  rules.heading_close = (tokens, index) => `${anchor}</${tokens[index]?.tag}>`
  const code = (content: string) => codeBlock(context, reference.code, content.trimEnd()).text
  rules.code_block = (tokens, index) => code(tokens[index]?.content ?? '')
  rules.fence = (tokens, index) => code(tokens[index]?.content ?? '')
  rules.table_open = () => `<div class="wide-table" tabindex="0" role="group" aria-label="${reference.table}"><table>`
  rules.table_close = () => '</table></div>'
  const isLink: boolean[] = []
  rules.link_open = (tokens, index) => {
    const to = linkTo(document, String(tokens[index]?.attrGet('href') ?? ''))
    isLink.push(to !== undefined)
    if (to === undefined) return ''
    const isOutside = /^[a-z][a-z+.-]*:/i.test(to)
    return html`<a href="${to}"${isOutside && html` rel="noopener noreferrer external"`}>`.text
  }
  rules.link_close = () => (isLink.pop() ? '</a>' : '')
  rules.image = (tokens, index) => {
    const to = linkTo(document, String(tokens[index]?.attrGet('src') ?? ''))
    return to ? html`<img src="${to}" alt="${tokens[index]?.content}" loading="lazy">`.text : ''
  }
  // Comments are for those who read the file.
  return trusted(parser.render(textOfDocument(document).replace(/<!--[\s\S]*?-->\n?/g, '')))
}
