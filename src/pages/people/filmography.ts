import type { PartBody } from '#src/catalogue/parts/index.ts'
import { movieAddress, seriesAddress } from '../catalogue/addresses.ts'
import { section, yearOf } from '../catalogue/cards.ts'
import { translatedWord } from '../catalogue/translated-words.ts'
import { type ListChoice, listChoices } from '../components/list-choices.ts'
import { emptyState, nextStep, pagination } from '../components/lists.ts'
import { orderNames } from '../discover/choices.ts'
import { inOrder, orderNamed } from '../discover/in-order.ts'
import { type Html, html } from '../html.ts'
import type { RenderContext } from '../page.ts'

type Credits = PartBody<'person', 'combined_credits'>
export type Title = Credits['cast' | 'crew'][number]

/** Titles of a person on one page. */
const titlesAtOnce = 100

/** A title that somebody worked on, once, with everything that they did for it. */
type Work = { title: Title; roles: Set<string>; jobs: Set<string>; departments: Set<string>; episodes: number }

export const dayOf = (title: Title) => (title.media_type === 'movie' ? title.release_date : title.first_air_date)
const nameOf = (title: Title) => (title.media_type === 'movie' ? title.title : title.name)

/** All titles of a person, each once, the newest first; those without a date are last. */
export function worksOf({ cast, crew }: Credits): Work[] {
  const works = new Map<string, Work>()
  const workOf = (title: Title): Work => {
    const key = `${title.media_type} ${title.id}`
    const fresh = () => ({ title, roles: new Set<string>(), jobs: new Set<string>(), departments: new Set<string>() })
    const known = works.get(key) ?? { ...fresh(), episodes: 0 }
    if (title.media_type === 'tv') known.episodes = Math.max(known.episodes, title.episode_count)
    works.set(key, known)
    return known
  }
  for (const title of cast) {
    const { roles, departments } = workOf(title)
    roles.add(title.character)
    departments.add('Acting')
  }
  for (const title of crew) {
    const { jobs, departments } = workOf(title)
    jobs.add(title.job)
    departments.add(title.department)
  }
  return [...works.values()].sort((one, other) => dayOf(other.title).localeCompare(dayOf(one.title)))
}

/** Parameters of the page of a person that say which titles are shown: the page, the kind, the work, the order. */
export const filmographyParameters = ['credits', 'kind', 'department', 'sort'] as const
type Asked = { query: Record<(typeof filmographyParameters)[number], string>; page: number }

/** Titles that fit what is chosen, and the choices. Values that mean nothing are left out. */
function chosenOf(context: RenderContext, works: readonly Work[], query: Asked['query']) {
  const { common, catalogue, discover, title: words } = context.texts
  const kinds = (['movie', 'tv'] as const).filter((kind) => works.some(({ title }) => title.media_type === kind))
  const departments = [...new Set(works.flatMap((work) => [...work.departments]))].filter(Boolean)
  const kind = kinds.find((one) => one === query.kind) ?? ''
  const department = departments.find((one) => one === query.department) ?? ''
  const sort = orderNamed(query.sort, 'newest')
  const fitting = works.filter(
    (work) =>
      (kind === '' || work.title.media_type === kind) && (department === '' || work.departments.has(department)),
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
  const of = ({ title }: Work) => ({ ...title, name: nameOf(title), day: dayOf(title) })
  return { choices, asked, fitting: inOrder(fitting, sort, { language: context.language, of }) }
}

/** A page of everything that a person acted in or worked on. `address` is that of the person. */
export function filmography(context: RenderContext, works: readonly Work[], { query, page }: Asked, address: string) {
  const { texts, format } = context
  const { choices, asked, fitting } = chosenOf(context, works, query)
  const paged = { page, total_pages: Math.max(1, Math.ceil(fitting.length / titlesAtOnce)) }
  const known = Object.entries(asked).filter(([, value]) => value !== '')
  const addressOf = (to: number) => `${address}?${new URLSearchParams([...known, ['credits', String(to)]])}#credits`
  const pages = pagination(context, paged, addressOf)
  const rows = fitting.slice((page - 1) * titlesAtOnce, page * titlesAtOnce).map((work) => workRow(context, work))
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

function workRow(context: RenderContext, { title, roles, jobs, episodes }: Work): Html {
  const words = [...jobs].map((job) => translatedWord(context, 'job', job))
  const note = [
    [...roles].filter(Boolean).join(' / '),
    [...new Set(words)].filter(Boolean).join(', '),
    context.texts.catalogue.episodeCount(episodes),
  ]
  const to = title.media_type === 'movie' ? movieAddress(title) : seriesAddress(title)
  return html`<li><span class="year">${yearOf(dayOf(title)) || '—'}</span>
<span><a href="${to}">${nameOf(title)}</a> <span class="note">${note.filter(Boolean).join(' · ')}</span></span></li>`
}
