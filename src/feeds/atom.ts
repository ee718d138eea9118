import { wordTable } from '#src/reference/word-table.ts'

/** A feed of what is new somewhere, as Atom (RFC 4287) says it. Addresses are whole ones. */
export type Feed = {
  /** Of the feed itself, and of the page that it is about. The first one is also its identity. */
  address: string
  page: string
  title: string
  subtitle?: string
  author: string
  language: string
  updated: string
  entries: readonly Entry[]
}

type Entry = {
  /** Never changes, and is never used again. */
  id: string
  page: string
  title: string
  summary?: string
  /** Since when it is there. */
  updated: string
}

export const feedType = 'application/atom+xml; charset=utf-8'

/** What XML cannot hold, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that have to go
const impossible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const escapes: Readonly<Record<string, string>> = wordTable({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
})

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(impossible, '')
    .replace(/[&<>"']/g, (character) => escapes[character] as string)

const element = (name: string, text: string): string => `<${name}>${escaped(text)}</${name}>`
const link = (rel: string, href: string): string => `<link rel="${rel}" href="${escaped(href)}"/>`

/** Texts are text, never markup: readers show them as they are. */
export function atomFeed({ address, page, title, subtitle = '', author, language, updated, entries }: Feed): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escaped(language)}">
${element('id', address)}
${element('title', title)}
${subtitle && element('subtitle', subtitle)}
${element('updated', updated)}
<author>${element('name', author)}</author>
${link('self', address)}
${link('alternate', page)}
${entries.map(entryOf).join('\n')}
</feed>
`
}

const entryOf = ({ id, page, title, summary = '', updated }: Entry): string => `<entry>
${element('id', id)}
${element('title', title)}
${element('updated', updated)}
${link('alternate', page)}
${summary && element('summary', summary)}
</entry>`
