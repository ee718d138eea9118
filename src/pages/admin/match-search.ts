import { isKind, type Kind } from '#src/catalogue/kinds.ts'
import { pathForPeople } from '#src/import/filling/uploads.ts'
import { findReview, type Reviewed } from '#src/import/foreign/reviews.ts'
import { maxQueryLength } from '#src/search/reading.ts'
import { recordsMeant } from '#src/search/search.ts'
import { isSearched } from '#src/search/searched-kinds.ts'
import { buttonForm } from '../components/form.ts'
import { languageOf } from '../components/languages.ts'
import { emptyState } from '../components/lists.ts'
import { framed, pictureOf } from '../components/picture.ts'
import { recordsNamed } from '../history/records.ts'
import { type Html, html, nothing } from '../html.ts'
import { type PageContext, page, redirect } from '../page.ts'
import { titlesById } from '../titles-by-id.ts'
import { adminPage } from './frame.ts'

export const matchesAddress = '/admin/matches'
const address = `${matchesAddress}/find`
/** Records to choose from. */
const maxFound = 10

type Of = Pick<Reviewed, 'source_id' | 'kind' | 'source_key'>

/** Where a record is looked for by its name. */
export const findAddress = ({ source_id, kind, source_key }: Of, name: string): string =>
  `${address}?${new URLSearchParams({ source: source_id, kind, key: source_key, name })}`

export const titleOf = ({ title, year }: Pick<Reviewed, 'title' | 'year'>): string =>
  `${title}${year === null ? '' : ` (${year})`}`

/** Looks for the record that something of an import is, as another one is looked for to be merged. */
export const findMatch = page(`GET ${address}`, {
  access: 'administrator',
  query: ['source', 'kind', 'key', 'name'],
  async handle(context) {
    const { db, query, texts, config } = context
    const { admin, history, common } = texts
    const { source: source_id, kind, key: source_key } = query
    if (!isKind(kind) || !isSearched(kind)) return undefined
    const review = await findReview(db, { source_id, kind, source_key })
    if (!review) return redirect(matchesAddress, 'admin.matchGone')
    const name = query.name.trim().slice(0, maxQueryLength).toWellFormed()
    const found = await foundRows(context, review, await recordsMeant(db, kind, name, maxFound))
    const content = html`
<p class="hint">${history.kinds[kind]} · ${review.source_name} ·
<span class="path"><bdi>${pathForPeople(config, review.file)}</bdi></span></p>
<form class="search-form" role="search" action="${address}" aria-label="${admin.searchRecord}">
${Object.entries({ source: source_id, kind, key: source_key }).map(
  ([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`,
)}
<label for="name">${admin.searchRecord}</label>
<div class="search-line"><input type="search" id="name" name="name" value="${name}" maxlength="${maxQueryLength}">
<button class="button primary">${common.search}</button></div>
</form>
${found ?? (name !== '' && emptyState(texts.mergeAndDelete.noneFound, texts.mergeAndDelete.noneFoundText))}
<p class="actions"><a class="button" href="${matchesAddress}">${admin.backToMatches}</a></p>`
    return adminPage(context, 'matches', admin.whichIs(titleOf(review)), content)
  },
})

async function foundRows(context: PageContext, review: Reviewed, ids: readonly number[]): Promise<Html | undefined> {
  if (ids.length === 0) return undefined
  const { db, texts } = context
  const kind = review.kind as Kind
  const records = await recordsNamed(
    context,
    ids.map((id) => ({ kind, id })),
  )
  const of = (wanted: Kind) => (wanted === kind ? ids : [])
  const titles = await titlesById(db, languageOf(context), { movies: of('movie'), series: of('series') })
  const rows = ids.map((id) => {
    const movie = titles.movies.get(id)
    const series = titles.series.get(id)
    const { name: stored = `#${id}`, address = '' } = records.get(`${kind} ${id}`) ?? {}
    const name = movie?.title || series?.name || stored
    const year = (movie?.release_date ?? series?.first_air_date ?? '').slice(0, 4)
    const poster = (movie ?? series)?.poster_path ?? null
    const isTitle = kind === 'movie' || kind === 'series'
    const picture = isTitle
      ? pictureOf({ gallery: 'posters', file_path: poster, width: 'listed', drawn: { kind, id } })
      : nothing
    const { source_id: source, source_key: key } = review
    const label = html`${texts.admin.isThis}<span class="unseen">: ${name} ${year}</span>`
    return html`<li><span class="listed-picture">${isTitle && framed(id, name, 'upright', picture)}</span>
<div><a class="listed-name" href="${address}">${name}</a>
<span class="note">${year && `${year} · `}#${id}</span></div>
${buttonForm(context, matchesAddress, label, { fields: { source, kind, key, decision: id } })}</li>`
  })
  return html`<section class="part"><h2>${texts.mergeAndDelete.which}</h2><ul class="listed">${rows}</ul></section>`
}
