import { isRefused, type KeptEntry } from '#src/kept/kept-entry.ts'
import { type EntryFilter, entriesOf, type ShownEntry } from '#src/kept-import/entries.ts'
import type { KeptImport } from '#src/kept-import/imports.ts'
import { buttonForm } from '../components/form.ts'
import { pagination } from '../components/lists.ts'
import { pageIn } from '../components/page-number.ts'
import { type Html, html, nothing } from '../html.ts'
import type { PageContext, RenderContext } from '../page.ts'
import { type TitleLine, titleLines } from './titles.ts'

/** Entries on a page. */
const entriesOnPage = 50

/** By what entries are chosen, by its name in addresses. */
export const filterNames = {
  uncertain: { status: 'uncertain' },
  unmatched: { status: 'unmatched' },
  matched: { status: 'matched' },
  skipped: { status: 'skipped' },
  refused: { status: 'refused' },
  waiting: { isWaiting: true },
  new: { outcome: 'new' },
  changed: { outcome: 'changed' },
  same: { outcome: 'same' },
  repeated: { outcome: 'repeated' },
  full: { outcome: 'full' },
  gone: { outcome: 'gone' },
  undone: { outcome: 'undone' },
  kept: { outcome: 'kept' },
} as const satisfies Record<string, EntryFilter>
type FilterName = keyof typeof filterNames

/** A choice of entries, and how many there are. */
export type Tab = { name: FilterName; count: number }

/** The choice that an address names, or else the first one. */
export const filterIn = (show: string, tabs: readonly Tab[]): FilterName =>
  Object.hasOwn(filterNames, show) ? (show as FilterName) : (tabs[0]?.name ?? 'matched')

/** The entries of one choice, or another list of them, with links to the others. */
export async function entriesList(
  context: PageContext<string, 'show' | 'page'>,
  found: KeptImport,
  tabs: readonly Tab[],
  chosen: FilterName,
  list?: Html,
): Promise<Html> {
  const { texts, format } = context
  const { keptImport } = texts
  const address = `/settings/import/${found.id}`
  const links = tabs.map(({ name, count }) => {
    const current = name === chosen && html` aria-current="page"`
    const label = html`${keptImport.tabs[name]} <span class="count">${format.number(count)}</span>`
    return html`<li><a href="${address}?show=${name}#entries"${current}>${label}</a></li>`
  })
  if (tabs.length === 0) return nothing
  return html`
<section class="import-entries-section" id="entries" aria-label="${keptImport.entries}">
<nav class="kinds" aria-label="${keptImport.entries}"><ul>${links}</ul></nav>
${list ?? (await chosenEntries(context, found, tabs, chosen))}
</section>`
}

async function chosenEntries(
  context: PageContext<string, 'show' | 'page'>,
  found: KeptImport,
  tabs: readonly Tab[],
  chosen: FilterName,
): Promise<Html> {
  const { db, query, texts } = context
  const number = pageIn(query.page) ?? 1
  const count = tabs.find(({ name }) => name === chosen)?.count ?? 0
  const first = (number - 1) * entriesOnPage
  const entries = await entriesOf(db, found.id, filterNames[chosen], { first, most: entriesOnPage })
  const lineOf = await titleLines(context, entries)
  const paged = { page: number, total_pages: Math.max(1, Math.ceil(count / entriesOnPage)) }
  return html`
${chosen !== 'matched' && html`<p class="hint">${texts.keptImport.tabHints[chosen]}</p>`}
<ul class="import-entries">${entries.map((entry) => line(context, found, entry, lineOf(entry), chosen))}</ul>
${pagination(context, paged, (to) => `/settings/import/${found.id}?show=${chosen}&page=${to}#entries`)}`
}

/** What a file calls a title. */
export function nameIn({ texts: { keptImport } }: RenderContext, entry: KeptEntry): string {
  const { title = '', year, series, season, episode } = entry
  const numbers = season !== undefined && episode !== undefined ? keptImport.episode(season, episode) : ''
  const parts = [series?.title ?? '', numbers, title].filter((part) => part !== '')
  const name = parts.length > 0 ? parts.join(' · ') : (Object.values(entry.ids)[0] ?? '?')
  return year === undefined ? String(name) : `${name} (${year})`
}

/** What somebody did with a title, as the file says. */
export function deedIn({ texts: { keptImport }, format }: RenderContext, entry: KeptEntry): string {
  const { what, value, at, on, list } = entry
  if (what === 'watched' && at === undefined) return keptImport.watchedSometime
  const said = value === undefined ? '' : keptImport.rated(format.number(value / 2))
  const day = at === undefined ? '' : format.date(on ?? at.slice(0, 10))
  return [said || keptImport.deeds[what], list?.name ?? '', day].filter((part) => part !== '').join(' · ')
}

/** The title of the catalogue that an entry was matched with. */
export const matchedWith = ({ name, year, address }: TitleLine): Html =>
  html`<span class="matched">→ <a href="${address}">${name}</a>${year && ` (${year})`}</span>`

function line(
  context: RenderContext,
  { id, stage }: KeptImport,
  entry: ShownEntry,
  title: TitleLine | undefined,
  show: FilterName,
): Html {
  const { texts, format } = context
  const { keptImport } = texts
  const { entry: said, number, reason, effect, outcome, before_value } = entry
  const { file, line: at } = said.place
  const place = at === undefined ? file : keptImport.lineOf(file, format.number(at))
  const isOpen = stage === 'ready' && !isRefused(said) && reason === ''
  const address = `/settings/import/${id}/entry/${number}`
  const result = outcome || (show === 'matched' ? effect : '')
  const replaced =
    (effect === 'changed' || outcome === 'changed') && before_value !== null
      ? keptImport.replaces(format.number(before_value))
      : ''
  // The choice says it of all its entries already.
  const told = [result && result !== show ? keptImport.effects[result] : '', replaced].filter((part) => part !== '')
  const why = reason === '' ? '' : keptImport.reasons[reason as 'not_kept']
  const value = isRefused(said) && said.value ? html` <code>${said.value}</code>` : nothing
  return html`
<li>
<div><strong>${isRefused(said) ? place : nameIn(context, said)}</strong>
<span class="note">${isRefused(said) ? html`${why}${value}` : html`${deedIn(context, said)} · ${place}`}</span>
${!isRefused(said) && why && html`<span class="note">${why}</span>`}
${title && reason === '' && matchedWith(title)}
${told.length > 0 && html`<span class="note">${told.join(' · ')}</span>`}
</div>
${
  isOpen &&
  html`<div class="acts">
${show === 'uncertain' && title && buttonForm(context, address, keptImport.accept, { fields: { act: 'accept', show } })}
<a class="button" href="${address}?show=${show}">${keptImport.choose}</a>
${show !== 'skipped' && buttonForm(context, address, keptImport.skip, { fields: { act: 'skip', show } })}
</div>`
}
</li>`
}
