import { ApiError } from '#src/contract/statuses.ts'
import { type NotedTime, noteWatched } from '#src/kept/note-watched.ts'
import { findWatched, watchedEpisodes } from '#src/kept/watched.ts'
import { watchedSometime, watchedTime } from '#src/kept/watched-time.ts'
import { type Filled, form, radios } from '../components/form.ts'
import { emptyState, nextStep } from '../components/lists.ts'
import { smallHead } from '../components/small-head.ts'
import { type Html, html } from '../html.ts'
import { todayOf } from '../library/days.ts'
import { libraryScript } from '../library/forms.ts'
import { withNoted } from '../library/noted.ts'
import { type PageContext, type PageView, page, redirect } from '../page.ts'
import type { Pictured } from '../records/gallery.ts'
import { logAddress } from '../records/log-button.ts'
import { placeOf } from '../records/places.ts'
import type { Viewer } from '../viewer.ts'
import { dayField } from './sheet.ts'

type Whole = 'series' | 'season'
type Context = PageContext<string, string, string, Viewer>

const whens = ['day', 'released', 'unknown'] as const

/** The sheet on which somebody marks all episodes of a series or a season that have aired, and says when that was. */
function sheetOf(kind: Whole) {
  const { path, find } = placeOf(kind)
  const show = page(`GET ${path}/watched`, {
    access: 'account',
    async handle(context) {
      const record = await find(context)
      const values = { when: 'day', on: todayOf(context.now) }
      return record && view(context, kind, record, { values, errors: {} })
    },
  })
  const send = page(`POST ${path}/watched`, {
    access: 'account',
    form: ['when', 'on'],
    async handle(context) {
      const { form: values, write, now } = context
      const record = await find(context)
      if (!record) return undefined
      const when = whens.find((name) => name === values.when)
      if (when === undefined) throw new ApiError('invalid_parameters')
      const time: NotedTime =
        when === 'released' ? when : when === 'unknown' ? watchedSometime : watchedTime(values.on, now)
      if (time === undefined) {
        const errors = { on: context.texts.diary.dayWrong }
        return { ...(await view(context, kind, record, { values, errors })), http: 422 }
      }
      const named = { ...nameOf(kind, record.id), time }
      const { batch } = await write(noteWatched, { named: [named], isUndoable: true })
      return batch === null
        ? redirect(record.address, 'library.notedBefore')
        : redirect(withNoted(record.address, batch))
    },
  })
  return [show, send]
}

const nameOf = (kind: Whole, id: number) => ({ place: 0, kind, id, season_number: null, episode_number: null })

export const markPages = [...sheetOf('series'), ...sheetOf('season')]

async function view(context: Context, kind: Whole, record: Pictured, filled: Filled): Promise<PageView> {
  const { db, viewer, texts, now } = context
  const { diary } = texts
  const episodes = (await findWatched(db, [nameOf(kind, record.id)], todayOf(now))).get(0) ?? []
  const ids = episodes.map(({ entity_id }) => entity_id)
  const open = ids.length - (await watchedEpisodes(db, viewer.id, ids)).size
  const title = diary.markTitle(record.name)
  return {
    title,
    isPrivate: true,
    scripts: [libraryScript],
    main: html`
${smallHead(context, record, title)}
<div data-sheet>${
      open === 0
        ? emptyState(diary.allMarked, diary.allMarkedText, nextStep(record.address, diary.back))
        : asking(context, record, filled, open)
    }</div>`,
  }
}

function asking(context: Context, record: Pictured, filled: Filled, open: number): Html {
  const { diary, library } = context.texts
  const options = whens.map((name): [string, string, string?] =>
    name === 'day' ? [name, diary.whens.day] : [name, diary.whens[name], diary.whenHints[name]],
  )
  return html`<p>${diary.markCount(open)}</p>
${form(
  context,
  logAddress(record.address),
  html`
${radios(context, filled, { name: 'when', label: diary.when, options })}
${dayField(context, filled, '')}
<p class="actions"><button class="button primary">${library.note}</button></p>`,
  'form marking',
)}`
}
