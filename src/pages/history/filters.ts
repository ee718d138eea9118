import { findAccount } from '#src/accounts/accounts.ts'
import type { EditFilter } from '#src/catalogue/edits/history.ts'
import { baseColumnOf } from '#src/catalogue/edits/kind-shape.ts'
import { kindNames } from '#src/catalogue/kinds.ts'
import { isRecordKind, recordKindNames } from '#src/catalogue/record-kinds.ts'
import type { Source } from '#src/catalogue/sources.ts'
import { type Filled, type Option, selectField, textField } from '../components/form.ts'
import { languageNames } from '../discover/choices.ts'
import { type Html, html } from '../html.ts'
import type { PageContext } from '../page.ts'
import { labelOf, partTitle } from '../record-form/fields.ts'
import { planOf } from '../record-form/plan.ts'
import { keyOf } from './read-change.ts'

/** What recent changes are filtered by, as their addresses name it. */
export const filterNames = ['kind', 'person', 'source', 'language', 'field'] as const
type FilterName = (typeof filterNames)[number]
export type Filters = Readonly<Record<FilterName, string>>

/** Longest filter, in UTF-16 units. */
const maxFilterLength = 100

export const filtersIn = (query: Readonly<Record<FilterName, string>>): Filters =>
  Object.fromEntries(filterNames.map((name) => [name, query[name].trim().slice(0, maxFilterLength)])) as Filters

/** Filters as the end of an address, in one order. */
export function filterQuery(filters: Filters, more: Readonly<Record<string, string | number>> = {}): string {
  const chosen = filterNames.flatMap((name) =>
    filters[name] === '' ? [] : [[name, filters[name]] as [string, string]],
  )
  const all = [...chosen, ...Object.entries(more).map(([name, value]): [string, string] => [name, String(value)])]
  return all.length === 0 ? '' : `?${new URLSearchParams(all)}`
}

/** What filters look for, or the filter in which nothing is known. */
export async function readFilters(
  { db }: Pick<PageContext, 'db'>,
  { kind, person, source, language, field }: Filters,
  sources: readonly Source[],
): Promise<{ filter: EditFilter } | { unknown: FilterName }> {
  if (kind !== '' && !isRecordKind(kind)) return { unknown: 'kind' }
  if (source !== '' && !sources.some(({ id }) => id === source)) return { unknown: 'source' }
  if (language !== '' && !/^[a-z]{2}$/.test(language)) return { unknown: 'language' }
  if (field !== '' && !/^[\w/]+$/.test(field)) return { unknown: 'field' }
  const account = person === '' ? undefined : await findAccount(db, person)
  if (person !== '' && !account) return { unknown: 'person' }
  return {
    filter: {
      kind: kind === '' ? undefined : kind,
      account_id: account?.id,
      source_id: source || undefined,
      iso_639_1: language || undefined,
      key: field || undefined,
    },
  }
}

/** The form of all filters. */
export function filterForm(context: PageContext, filled: Filled, sources: readonly Source[]): Html {
  const { history } = context.texts
  const any: Option = ['', history.any]
  const select = (name: FilterName, options: readonly Option[]) =>
    selectField(context, filled, { name, label: history.filters[name], options: [any, ...options] })
  const isUsed = filterNames.some((name) => filled.values[name])
  return html`
<details class="history-filter"${isUsed && html` open`}><summary class="button">${history.filter}</summary>
<form class="history-filters" action="/edits">
${select(
  'kind',
  recordKindNames.map((name): Option => [name, history.kinds[name]]),
)}
${textField(context, filled, {
  name: 'person',
  label: history.filters.person,
  maxLength: maxFilterLength,
  autocomplete: 'off',
})}
${select(
  'source',
  sources.map(({ id, name }): Option => [id, name]),
)}
${select('language', languageNames(context))}
${select('field', fieldNames(context))}
<p class="actions"><button class="button primary">${history.show}</button> <a href="/edits">${history.all}</a></p>
</form></details>`
}

/** Every field and part by what the log calls it, each once. */
export function fieldNames(context: PageContext): Option[] {
  const { history } = context.texts
  const names = new Map<string, Set<string>>()
  const add = (key: string, label: string) => names.set(key, (names.get(key) ?? new Set()).add(label))
  for (const of of kindNames) {
    const { facts, texts, parts } = planOf(of)
    for (const fact of facts) add(keyOf(fact), labelOf(context, of, fact.column))
    for (const { text } of texts) add(baseColumnOf(of, text), labelOf(context, of, text))
    for (const { part, store } of parts)
      for (const key of store.changeKeys) add(key, keyLabel(context, key) ?? partTitle(context, part))
  }
  add('images', history.others.images)
  names.set('general', new Set([history.general]))
  const options = [...names].map(([key, labels]): Option => [key, [...labels].join(' / ')])
  return options.sort(([, one], [, other]) => one.localeCompare(other, context.language))
}

/** Lists of people, and ids elsewhere, that the log tells apart. */
function keyLabel({ texts }: PageContext, key: string): string | undefined {
  const { groups } = texts.edit
  const { systems } = texts.catalogue
  return groups[key === 'guest_stars' ? 'guest' : key] ?? (systems as Readonly<Record<string, string>>)[key]
}
