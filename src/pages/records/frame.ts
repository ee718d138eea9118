import { type Html, html } from '../html.ts'

/**
 * The slots of a record's page, in the order in which they stand. Each page fills those that it has something for. On
 * wide screens `beside` and `below` are one column of facts next to that of `main` and `last`; on narrow ones it is all
 * one column, in this order, or with `beside` first where facts are what people look for.
 */
const slots = {
  main: [
    'watched',
    'known_for',
    'episodes',
    'orders',
    'people',
    'watch',
    'videos',
    'collection',
    'recommended',
    'similar',
    'lists',
    'reviews',
  ],
  beside: ['facts'],
  below: ['titles', 'keywords', 'ids'],
  last: ['images', 'tagged'],
} as const

type Slot = (typeof slots)[keyof typeof slots][number]

export type Sections = Readonly<Partial<Record<Slot, Html>>>

type Framed = { trail?: Html; head: Html; sections: Sections; areFactsFirst?: boolean }

/** The page of a record: where it belongs, its head, and its sections in two columns. */
export function recordFrame({ trail, head, sections, areFactsFirst = false }: Framed): Html {
  const column = (name: keyof typeof slots) => {
    const filled = slots[name].flatMap((slot: Slot) => sections[slot] ?? []).filter(({ text }) => text.trim() !== '')
    return filled.length > 0 && html`<div class="record-${name}">${filled}</div>`
  }
  const [beside, main, below, last] = [column('beside'), column('main'), column('below'), column('last')]
  return html`
<article class="record">
${trail}
${head}
<div class="${beside || below ? 'record-columns with-facts' : 'record-columns'}">
${areFactsFirst && beside}
${main}
${!areFactsFirst && beside}
${below}
${last}
</div>
</article>`
}
