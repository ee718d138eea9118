import { type Html, html } from '../html.ts'
import type { PageContext, PageView } from '../page.ts'
import { seesOwned } from '../records/owned.ts'
import { libraryScript } from './forms.ts'

/** The places of the library, which stand above each of them. */
export function libraryPage(context: PageContext, current: string, title: string, content: Html): PageView {
  const { library, lists, owned } = context.texts
  const places = [
    ['/library', library.overview],
    ['/library/watchlist/movie', library.shelves.watchlist],
    ['/library/favorites/movie', library.shelves.favorites],
    ['/library/ratings/movie', library.shelves.ratings],
    ['/library/watched/movie', library.shelves.watched],
    ...(seesOwned(context) ? [['/library/owned/movie', owned.title] as const] : []),
    ['/library/diary', library.diary],
    ['/library/calendar', library.calendar],
    ['/lists', library.lists],
    ['/library/followed-lists', lists.followed],
  ] as const
  const links = places.map(
    ([to, label]) => html`<li><a href="${to}"${to === current && html` aria-current="page"`}>${label}</a></li>`,
  )
  return {
    title: title === library.title ? title : `${title} · ${library.title}`,
    isPrivate: true,
    scripts: [libraryScript],
    main: html`
<h1>${title}</h1>
<nav class="kinds" aria-label="${library.sections}"><ul>${links}</ul></nav>
${content}`,
  }
}
