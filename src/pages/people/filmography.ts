import type { PartBody } from '#src/catalogue/parts/index.ts'
import { movieAddress, seriesAddress } from '../catalogue/addresses.ts'
import { section, yearOf } from '../catalogue/cards.ts'
import { translatedWord } from '../catalogue/translated-words.ts'
import { pagination } from '../components/lists.ts'
import { type Html, html } from '../html.ts'
import type { RenderContext } from '../page.ts'

type Credits = PartBody<'person', 'combined_credits'>
export type Title = Credits['cast' | 'crew'][number]

/** Titles of a person on one page. */
const titlesAtOnce = 100

/** A title that somebody worked on, once, with everything that they did for it. */
type Work = { title: Title; roles: Set<string>; jobs: Set<string>; episodes: number }

export const dayOf = (title: Title) => (title.media_type === 'movie' ? title.release_date : title.first_air_date)
const nameOf = (title: Title) => (title.media_type === 'movie' ? title.title : title.name)

/** All titles of a person, each once, the newest first; those without a date are last. */
export function worksOf({ cast, crew }: Credits): Work[] {
  const works = new Map<string, Work>()
  for (const title of [...cast, ...crew]) {
    const key = `${title.media_type} ${title.id}`
    const known = works.get(key) ?? { title, roles: new Set(), jobs: new Set(), episodes: 0 }
    if ('job' in title) known.jobs.add(title.job)
    else known.roles.add(title.character)
    if (title.media_type === 'tv') known.episodes = Math.max(known.episodes, title.episode_count)
    works.set(key, known)
  }
  return [...works.values()].sort((one, other) => dayOf(other.title).localeCompare(dayOf(one.title)))
}

/** A page of everything that a person acted in or worked on. `address` is that of the person. */
export function filmography(context: RenderContext, works: readonly Work[], page: number, address: string): Html {
  const { texts } = context
  const paged = { page, total_pages: Math.max(1, Math.ceil(works.length / titlesAtOnce)) }
  const pages = pagination(context, paged, (to) => `${address}?credits=${to}#credits`)
  const rows = works.slice((page - 1) * titlesAtOnce, page * titlesAtOnce).map((work) => {
    const { title, roles, jobs, episodes } = work
    const words = [...jobs].map((job) => translatedWord(context, 'job', job))
    const note = [
      [...roles].filter(Boolean).join(' / '),
      [...new Set(words)].filter(Boolean).join(', '),
      texts.catalogue.episodeCount(episodes),
    ]
    const to = title.media_type === 'movie' ? movieAddress(title) : seriesAddress(title)
    return html`<li><span class="year">${yearOf(dayOf(title)) || '—'}</span>
<span><a href="${to}">${nameOf(title)}</a> <span class="note">${note.filter(Boolean).join(' · ')}</span></span></li>`
  })
  const list = html`<div id="credits"><ul class="record-rows filmography">${rows}</ul>${pages}</div>`
  return section(`${texts.title.allCredits} (${context.format.number(works.length)})`, list, works.length)
}
