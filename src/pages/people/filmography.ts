import { keyOf, type Part, partsOfPerson, type Work } from '#src/catalogue/summaries/works-of-person.ts'
import { type ListChoice, listChoices } from '../components/list-choices.ts'
import { emptyState, nextStep, pagination } from '../components/lists.ts'
import { orderNames } from '../discover/choices.ts'
import { inOrder, orderNamed } from '../discover/in-order.ts'
import { type Html, html } from '../html.ts'
import type { PageContext, RenderContext } from '../page.ts'
import { addressOf } from '../records/addresses.ts'
import { section, yearOf } from '../records/cards.ts'
import { translatedWord } from '../records/translated-words.ts'

/** Titles of a person on one page. */
const titlesAtOnce = 100

/** Parameters of the page of a person that say which titles are shown: the page, the kind, the work, the order. */
export const filmographyParameters = ['credits', 'kind', 'department', 'sort'] as const
type Asked = { query: Record<(typeof filmographyParameters)[number], string>; page: number }

/** Titles that fit what is chosen, and the choices. Values that mean nothing are left out. */
function chosenOf(context: RenderContext, works: readonly Work[], query: Asked['query']) {
  const { common, catalogue, discover, title: words } = context.texts
  const kinds = (['movie', 'tv'] as const).filter((kind) => works.some(({ media_type }) => media_type === kind))
  const departments = [...new Set(works.flatMap((work) => [...work.departments]))].filter(Boolean)
  const kind = kinds.find((one) => one === query.kind) ?? ''
  const department = departments.find((one) => one === query.department) ?? ''
  const sort = orderNamed(query.sort, 'newest')
  const fitting = works.filter(
    (work) => (kind === '' || work.media_type === kind) && (department === '' || work.departments.has(department)),
  )
  const everything = ['', discover.any] as const
  const labels = { movie: common.movies, tv: common.series }
  const ofKind = kinds.map((one) => [one, labels[one]] as const)
  const ofDepartment = departments.map((one) => [one, translatedWord(context, 'department', one)] as const)
  const choices: ListChoice[] = [
    { name: 'kind', label: catalogue.kind, value: kind, options: ofKind.length > 1 ? [everything, ...ofKind] : [] },
    {
      ...{ name: 'department', label: words.department, value: department },
      options: ofDepartment.length > 1 ? [everything, ...ofDepartment] : [],
    },
    {
      ...{ name: 'sort', label: catalogue.order, value: sort },
      options: orderNames.map((name) => [name, discover.orders[name]] as const),
    },
  ]
  const asked = { kind, department, sort: sort === 'newest' ? '' : sort }
  return { choices, asked, fitting: inOrder(fitting, sort, { language: context.language, of: (work) => work }) }
}

type OfPerson = { id: number; address: string }

/** A page of everything that a person acted in or worked on. `address` is that of the person. */
export async function filmography(
  context: PageContext,
  works: readonly Work[],
  { query, page }: Asked,
  { id, address }: OfPerson,
): Promise<Html> {
  const { texts, format } = context
  const { choices, asked, fitting } = chosenOf(context, works, query)
  const paged = { page, total_pages: Math.max(1, Math.ceil(fitting.length / titlesAtOnce)) }
  const known = Object.entries(asked).filter(([, value]) => value !== '')
  const addressAt = (to: number) => `${address}?${new URLSearchParams([...known, ['credits', String(to)]])}#credits`
  const pages = pagination(context, paged, addressAt)
  const shown = fitting.slice((page - 1) * titlesAtOnce, page * titlesAtOnce)
  const parts = await partsOfPerson(context.db, id, shown)
  const rows = shown.map((work) => workRow(context, work, parts.get(keyOf(work))))
  const form = works.length > 1 && listChoices(context, { id: 'works', action: `${address}#credits`, choices })
  const none = emptyState(
    texts.title.noSuchCredits,
    texts.title.noSuchCreditsText,
    nextStep(`${address}#credits`, texts.title.showAllCredits),
  )
  const list = rows.length === 0 ? none : html`<ul class="record-rows filmography">${rows}</ul>${pages}`
  const title = `${texts.title.allCredits} (${format.number(fitting.length)})`
  return section(title, html`<div id="credits">${form}${list}</div>`, works.length)
}

function workRow(context: RenderContext, { media_type, id, name, original, day }: Work, part: Part | undefined): Html {
  const { roles = [], jobs = [], episodes = 0 } = part ?? {}
  const words = [...jobs].map((job) => translatedWord(context, 'job', job))
  const note = [
    [...roles].join(' / '),
    [...new Set(words)].filter(Boolean).join(', '),
    context.texts.catalogue.episodeCount(episodes),
  ]
  return html`<li><span class="year">${yearOf(day) || '—'}</span>
<span><a href="${addressOf(media_type, id, original || name)}">${name}</a> <span class="note">${note
    .filter(Boolean)
    .join(' · ')}</span></span></li>`
}
