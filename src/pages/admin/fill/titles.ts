import type { Fill } from '#src/import/filling/fill-job.ts'
import { maxTitlesKept } from '#src/import/filling/import-process.ts'
import { pathForPeople } from '#src/import/filling/uploads.ts'
import { type FatedTitle, type TitleFate, titleFates } from '#src/import/foreign/title-fates.ts'
import { choiceLinks, pagination } from '../../components/lists.ts'
import { pageIn } from '../../components/page-number.ts'
import { recordsNamed, type ShownRecord } from '../../history/records.ts'
import { type Html, html, nothing } from '../../html.ts'
import type { PageContext, PageView } from '../../page.ts'
import { adminPage } from '../frame.ts'
import { yearsOf } from '../years.ts'
import { address } from './addresses.ts'
import { nameOf } from './overview.ts'

/** Titles of one fate that the page of an import shows, and that a page of all of them does. */
export const titlesShown = 10
export const titlesOnPage = 50

const isFate = (text: string): text is TitleFate => (titleFates as readonly string[]).includes(text)
const of = ({ state: { titles = [] } }: Fill, fate: TitleFate) => titles.filter((title) => title.fate === fate)
const addressOf = ({ id }: Fill, fate: TitleFate) => `${address}/${id}/titles?of=${fate}`

/** The films and series that an import is about, by what becomes of them, the first of each. */
export async function titleLists(context: PageContext, fill: Fill): Promise<Html> {
  const { texts, format } = context
  const counts = fill.state.summary?.titles
  const lists = await Promise.all(
    titleFates.map(async (fate) => {
      const all = of(fill, fate)
      const count = counts?.[fate] ?? all.length
      if (count === 0) return nothing
      const more =
        count > titlesShown &&
        html`<p><a href="${addressOf(fill, fate)}">${texts.fill.allTitles(format.number(count))}<span class="unseen">:
${texts.fill.titles[fate]}</span></a></p>`
      return html`<section class="part"><h2>${texts.fill.titles[fate]} (${format.number(count)})</h2>
${await rows(context, fill, all.slice(0, titlesShown))}${more}</section>`
    }),
  )
  return html`${lists}`
}

/** All of one fate that were kept, in pages; undefined for none. */
export async function titlesPage(
  context: PageContext<string, 'of' | 'page'>,
  fill: Fill,
): Promise<PageView | undefined> {
  const { texts, format, query } = context
  const page = pageIn(query.page)
  const fate = query.of
  if (page === undefined || !isFate(fate)) return undefined
  const all = of(fill, fate)
  const count = fill.state.summary?.titles?.[fate] ?? all.length
  const choices = titleFates
    .filter((one) => one === fate || of(fill, one).length > 0)
    .map((one) => ({ address: addressOf(fill, one), label: texts.fill.titles[one], isCurrent: one === fate }))
  const pages = { page, total_pages: Math.ceil(all.length / titlesOnPage) }
  const links = pagination(context, pages, (to) => `${addressOf(fill, fate)}&page=${to}`)
  const some = all.slice((page - 1) * titlesOnPage, page * titlesOnPage)
  const more = texts.fill.firstTitles(format.number(maxTitlesKept), format.number(count))
  const content = html`
<p><a href="${address}/${fill.id}">${texts.fill.toImport}</a></p>
${choiceLinks(texts.fill.titlesTitle, choices)}
${count > all.length && html`<p class="hint">${more}</p>`}
${await rows(context, fill, some)}
${links}`
  return adminPage(context, 'fill', `${texts.fill.titles[fate]}: ${nameOf(fill.input)}`, content)
}

type Known = { records: ReadonlyMap<string, ShownRecord>; years: ReadonlyMap<string, string> }

async function rows(context: PageContext, fill: Fill, titles: readonly FatedTitle[]): Promise<Html> {
  const isThere = ({ fate }: FatedTitle) => fate === 'found' || !fill.input.is_dry_run
  const named = titles.flatMap((title) => [
    ...(title.id !== null && isThere(title) ? [{ kind: title.kind, id: title.id }] : []),
    ...title.guesses.map((id) => ({ kind: title.kind, id })),
  ])
  const guesses = titles.flatMap((title) => title.guesses.map((id) => ({ kind: title.kind, id })))
  const [records, years] = [await recordsNamed(context, named), await yearsOf(context, guesses)]
  return html`<ul class="imports">${titles.map((title) => row(context, fill, title, { records, years }))}</ul>`
}

function row(context: PageContext, { input }: Fill, title: FatedTitle, { records, years }: Known): Html {
  const { texts, config } = context
  const above = 'folder' in input.place ? `${input.place.folder}/` : ''
  const { kind, year, file, id, fate, guesses } = title
  const path = file.startsWith(above) ? file.slice(above.length) : file
  const link = (one: number) => {
    const { name, address } = records.get(`${kind} ${one}`) ?? { name: `#${one}`, address: undefined }
    return address ? html`<a href="${address}">${name}</a>` : html`${name}`
  }
  const guessed = (one: number) => html`${link(one)}${years.get(`${kind} ${one}`) ?? ''} #${one}`
  const isKnown = id !== null && records.has(`${kind} ${id}`)
  const is =
    fate === 'left'
      ? guesses.length === 0
        ? html`${texts.fill.notThere}`
        : html`${texts.fill.mayBe} ${guesses.map((guess, at) => html`${at > 0 && ', '}${guessed(guess)}`)}`
      : isKnown && html`${texts.fill.isRecord} ${link(id)}`
  return html`<li>${title.title}${year !== null && ` (${year})`}
<span class="note">${texts.history.kinds[kind]} · <span class="path"><bdi>${pathForPeople(config, path)}</bdi></span>${
    is && html` · ${is}`
  }</span></li>`
}
