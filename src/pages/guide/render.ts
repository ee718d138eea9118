import { posix } from 'node:path'
import type { Token } from 'markdown-it'
import { atFirstUse } from '#src/package-root.ts'
import { wordTable } from '#src/reference/word-table.ts'
import { type Html, html, trusted } from '../html.ts'
import type { RenderContext } from '../page.ts'
import { codeBlock } from '../reference/frame.ts'
import { type GuideDocument, guide, isPicture, pictureAddress, pictureSize, textOfDocument } from './documents.ts'

/** Files of the project that this server has at an address of its own. */
const served: Readonly<Record<string, string>> = wordTable({
  'openapi.json': '/openapi.json',
  'openapi-commons.json': '/commons/1/openapi.json',
})

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

/** The file of the project that a document names by its path. */
const fileOf = (document: GuideDocument, path: string): string => posix.join(posix.dirname(document.file), path)

/** Where a link of a document leads on this server; undefined for what is only in the project's files. */
function linkTo(document: GuideDocument, href: string): string | undefined {
  if (/^[a-z][a-z+.-]*:/i.test(href) || href.startsWith('#')) return href
  const [path = '', anchor] = href.split('#', 2)
  const file = fileOf(document, path)
  const address =
    guide().byFile.get(file)?.address ?? served[file] ?? (isPicture(file) ? pictureAddress(file) : undefined)
  return address && (anchor ? `${address}#${anchor}` : address)
}

const markdownIt = atFirstUse<typeof import('markdown-it')['default']>('markdown-it')

type RenderRules = ReturnType<ReturnType<typeof markdownIt>>['renderer']['rules']

/** The most columns of a table that fits on a phone; those with more become lists there. */
const columnsOnPhones = 2

/** Tables can be scrolled, and each cell knows its column, whose name stands beside it where tables become lists. */
function nameCells(rules: RenderRules, label: string) {
  let columns: string[] = []
  let column = 0
  rules.table_open = (tokens, index) => {
    columns = []
    for (let at = index; tokens[at]?.type !== 'thead_close'; at++)
      if (tokens[at]?.type === 'th_open') columns.push(plainText(tokens[at + 1]))
    const name = columns.length > columnsOnPhones ? ' class="stacked"' : ''
    return html`<div class="wide-table" tabindex="0" role="group" aria-label="${label}"><table${trusted(name)}>`.text
  }
  rules.table_close = () => '</table></div>'
  rules.tr_open = () => {
    column = 0
    return '<tr>'
  }
  rules.td_open = () => {
    const name = columns[column++] ?? ''
    return name === '' ? '<td>' : html`<td data-column="${name}">`.text
  }
}

const plainText = (token: Token | undefined): string => (token?.children ?? []).map(({ content }) => content).join('')

type Words = Pick<RenderContext, 'texts'>

/** Comments, and links to tests: those who read the files have both. */
const comments = /<!--[^<>]*-->\n?/g
const testLinks = / \(\[tests?\]\(\.\.\/[^()]*\)\)|, \[tests?\]\(\.\.\/[^()]*\)/g

/**
 * A document as a page shows it: headings can be linked to, code can be copied, wide tables can be scrolled, and links
 * lead to other pages of the guide. What links to a file of the source is its name.
 */
export function renderDocument(document: GuideDocument, context: Words): Html {
  const { reference } = context.texts
  const parser = markdownIt()({ html: false, linkify: false })
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
    const text = plainText(tokens[index + 1])
    const { tag } = tokens[index] as { tag: string }
    const id = name(text)
    anchor = tag === 'h1' ? '' : html`<a class="anchor" href="#${id}" aria-label="${reference.linkTo(text)}">#</a>`.text
    return `<${tag} id="${id}">`
  }
  rules.heading_close = (tokens, index) => `${anchor}</${tokens[index]?.tag}>`
  const code = (content: string) => codeBlock(context, reference.code, content.trimEnd()).text
  rules.code_block = (tokens, index) => code(tokens[index]?.content ?? '')
  rules.fence = (tokens, index) => code(tokens[index]?.content ?? '')
  nameCells(rules, reference.table)
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
    const src = String(tokens[index]?.attrGet('src') ?? '')
    const file = fileOf(document, src)
    if (!isPicture(file)) return ''
    const size = pictureSize(file)
    const pixels = size && html` width="${size.width}" height="${size.height}"`
    return html`<img src="${pictureAddress(file)}" alt="${tokens[index]?.content}"${pixels} loading="lazy">`.text
  }
  return trusted(parser.render(textOfDocument(document).replace(comments, '').replace(testLinks, '')))
}
