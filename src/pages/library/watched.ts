import { ApiError } from '#src/contract/statuses.ts'
import { add } from '#src/groups/watched/add.ts'
import { remove } from '#src/groups/watched/remove.ts'
import { noteWatched, undoNoted } from '#src/kept/note-watched.ts'
import { type ProgressEpisode, progressOf } from '#src/kept/progress.ts'
import { correctWatched, findWatched } from '#src/kept/watched.ts'
import { watchedTime } from '#src/kept/watched-time.ts'
import { localAddress } from '../local-address.ts'
import { type PageContext, page, redirect } from '../page.ts'
import { idIn } from '../records/addresses.ts'
import type { Viewer } from '../viewer.ts'
import { todayOf } from './days.ts'
import { episodeRowId } from './forms.ts'
import { withNoted } from './noted.ts'

type Context = PageContext<string, string, 'media_type' | 'media_id' | 'on' | 'at' | 'act' | 'next', Viewer>

/** Notes that something was watched, corrects the day, or removes it. */
export const changeWatched = page('POST /library/watched', {
  access: 'account',
  form: ['media_type', 'media_id', 'on', 'at', 'act', 'next'],
  async handle(context) {
    const { form, ask, now } = context
    const { media_type } = form
    // The form of many episodes names the one in its button.
    const [act = '', episode = form.media_id] = form.act.split(' ')
    const media_id = idIn(episode)
    if (media_id === undefined || !/^(movie|tv|tv_season|tv_episode)$/.test(media_type))
      throw new ApiError('invalid_parameters')
    const isOfList = form.act.includes(' ')
    const next = localAddress(form.next) + (isOfList ? `#${episodeRowId(media_id)}` : '')
    if (form.on !== '' && !watchedTime(form.on, now)) return redirect(next, 'library.dateWrong')
    const item = { media_type, media_id }
    if (act === 'add') {
      await ask(add, { body: { ...item, ...(form.on && { watched_at: form.on }) } })
      return redirect(next, 'library.noted')
    }
    if (act === 'remove') {
      await ask(remove, { body: { ...item, ...(form.at && { watched_at: form.at }) } })
      return redirect(next, 'library.removed')
    }
    if (act === 'up_to' && media_type === 'tv_episode') return noteUpTo(context, media_id, next)
    if (act === 'change' && form.at !== '') return changeDay(context, media_id, next)
    throw new ApiError('invalid_parameters')
  },
})

/** Notes all episodes of a series up to one, without specials. */
async function noteUpTo({ db, viewer, write, now, form }: Context, episode: number, next: string) {
  const series = (await findWatched(db, [asNamed(episode)], undefined)).get(0)?.[0]?.series_id
  if (!series) throw new ApiError('not_found')
  const progress = (await progressOf(db, viewer.id, [series], todayOf(now))).get(series)
  const all = progress?.episodes ?? []
  const upTo = all.slice(0, all.findIndex(({ id }) => id === episode) + 1)
  // Whoever has come so far has also watched what has no date; what is yet to air is left out.
  const mayBeWatched = ({ id, air_date, season_air_date }: ProgressEpisode) =>
    id === episode || (air_date || season_air_date || '') <= todayOf(now)
  const open = upTo.filter((each) => !each.is_watched && mayBeWatched(each))
  const time = form.on === '' ? undefined : watchedTime(form.on, now)
  const named = open.map(({ id }, place) => ({ ...asNamed(id), place, time }))
  const { batch } = named.length === 0 ? { batch: null } : await write(noteWatched, { named, isUndoable: true })
  return batch === null ? redirect(next, 'library.notedBefore') : redirect(withNoted(next, batch))
}

const asNamed = (id: number) => ({ place: 0, kind: 'episode' as const, id, season_number: null, episode_number: null })

/** Removes what was noted together, as it offers who has just noted it. */
export const undoWatched = page('POST /library/watched/undo', {
  access: 'account',
  form: ['batch', 'next'],
  async handle({ write, form }) {
    const removed = await write(undoNoted, form.batch)
    return redirect(localAddress(form.next), removed > 0 ? 'diary.undone' : 'diary.nothingToUndo')
  },
})

/** Another day for an entry: the other entry takes its place, or there is none. */
async function changeDay({ write, now, form }: Context, id: number, next: string) {
  const time = watchedTime(form.on, now)
  const kind = form.media_type === 'movie' ? ('movie' as const) : ('episode' as const)
  if (!time || !/^(movie|tv_episode)$/.test(form.media_type)) return redirect(next, 'library.dateWrong')
  if (!(await write(correctWatched, { kind, id, at: form.at, time }))) throw new ApiError('not_found')
  return redirect(next, 'library.changed')
}
