import type { Reference } from '../../foreign/foreign-record.ts'
import { distinctNames, externalIdsLine, idsFor, keyOf, type Mentions } from '../../foreign/named-records.ts'
import { idsIn, wholeIn } from './facts.ts'
import type { NfoOptions } from './records.ts'
import { childrenOf, textOf, textsOf, type XmlElement } from './xml.ts'

const separator = /[/|;]|,\s+(?!(?:jr|sr|i{1,3}|iv|vi?|m\.?d|ph\.?d|esq)\.?\s*(?:$|[,/|;]))/i

/** Several words in one element, or in several of them; what stands behind the comma of a name belongs to it. */
export const listed = (root: XmlElement, name: string): string[] =>
  distinctNames(textsOf(root, name).flatMap((text) => text.split(separator)))

/** Names that may have commas and slashes of their own: only a slash between blanks separates them. */
export const listedApart = (root: XmlElement, ...names: readonly string[]): string[] =>
  distinctNames(textsOf(root, ...names).flatMap((text) => text.split(/\s\/\s|[|;]/)))

const crewJobs = [
  ['director', 'Directing', 'Director'],
  ['credits', 'Writing', 'Writer'],
  ['writer', 'Writing', 'Writer'],
  ['producer', 'Production', 'Producer'],
] as const

/** The cast and the crew that a file names. */
export function creditsOf(root: XmlElement, mentions: Mentions, { portrait }: NfoOptions) {
  const cast = childrenOf(root, 'actor').flatMap((actor, index) => {
    const name = textOf(actor, 'name')
    if (name === undefined) return []
    const job = (textOf(actor, 'type') ?? 'actor').toLowerCase()
    if (job !== 'actor' && job !== 'gueststar' && job !== 'guest star') return []
    const order = wholeIn(actor, 'order', 'sortorder') ?? index
    return [{ id: personOf(actor, name, mentions, portrait(name)), character: textOf(actor, 'role') ?? '', order }]
  })
  const crew = crewJobs.flatMap(([element, department, job]) =>
    listed(root, element).map((name) => ({ id: mentions.named('person', name), department, job })),
  )
  const known = new Set<string>()
  return {
    cast,
    crew: crew.filter(({ id, job }) => {
      const role = `${id.key} ${job}`
      return known.has(role) ? false : known.add(role)
    }),
  }
}

function personOf(actor: XmlElement, name: string, mentions: Mentions, portrait: Record<string, unknown>): Reference {
  const { ids, pages, number } = idsIn(actor)
  const own = idsFor('person', ids)
  const line = {
    name,
    original_name: name,
    known_for_department: 'Acting',
    ...externalIdsLine([...own, ...idsFor('person', pages)]),
    ...portrait,
  }
  return mentions.add({
    ...{ kind: 'person', key: keyOf(own, number, name), ids: own, number, titles: [name], begins: actor.line, line },
  })
}
