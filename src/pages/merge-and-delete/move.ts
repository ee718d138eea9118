import { placesOf } from '#src/contributions/editing/names.ts'
import { move } from '#src/groups/edits/merge-and-delete.ts'
import { type Filled, textField } from '../components/form.ts'
import { recordMeant } from '../edit/changed-since-opened.ts'
import { refusal } from '../edit/refusal.ts'
import { html } from '../html.ts'
import { type PageContext, page, redirect } from '../page.ts'
import { idIn, numberIn } from '../records/addresses.ts'
import type { Pictured } from '../records/gallery.ts'
import { places } from '../records/places.ts'
import { carryOut, type Doing, reasonsIn, sentIn, show } from './record-form.ts'

type Moved = Pictured & { kind: 'season' | 'episode' }

/** Where a season or an episode is now, as the form begins. */
async function presentOf({ db }: PageContext, { kind, id }: Moved): Promise<Record<string, string>> {
  const place = (await placesOf(db, kind, [id])).get(id)
  return {
    season_number: String(place?.season_number ?? ''),
    ...(kind === 'episode' && { episode_number: String(place?.episode_number ?? '') }),
  }
}

const number = { maxLength: 6, isRequired: true }

function doingOf(context: PageContext, found: Moved, filled: Filled): Doing {
  const { mergeAndDelete } = context.texts
  const isEpisode = found.kind === 'episode'
  return {
    found,
    title: mergeAndDelete.moveOf(found.name),
    action: `${found.address}/move`,
    content: html`<p>${isEpisode ? mergeAndDelete.moveEpisodeText : mergeAndDelete.moveSeasonText}</p>
${textField(context, filled, { ...number, name: 'season_number', label: mergeAndDelete.seasonNumber })}
${isEpisode && textField(context, filled, { ...number, name: 'episode_number', label: mergeAndDelete.episodeNumber })}`,
    button: mergeAndDelete.move,
    sort: 'ordinary',
  }
}

/** The pages on which a season gets another number, and an episode another season or number. */
export const movePages = places
  .filter(({ kind }) => kind === 'season' || kind === 'episode')
  .flatMap((place) => [
    page(`GET ${place.path}/move`, {
      access: 'account',
      async handle(context) {
        const found = (await place.find(context)) as Moved | undefined
        if (!found) return undefined
        const filled = { values: await presentOf(context, found), errors: {} }
        return (
          (await refusal(context, context.texts.mergeAndDelete.moveOf(found.name), found)) ??
          show(context, doingOf(context, found, filled), filled)
        )
      },
    }),
    page(`POST ${place.path}/move`, {
      access: 'anyone',
      keepsForm: true,
      async handle(context) {
        const meant = await recordMeant(context, place)
        if (!meant || meant.isGone) return undefined
        const found = meant.record as Moved
        const values = sentIn(context)
        const numbers = found.kind === 'episode' ? ['season_number', 'episode_number'] : ['season_number']
        const wrong = numbers.filter((name) => numberIn((values[name] ?? '').trim()) === undefined)
        const errors = Object.fromEntries(wrong.map((name) => [name, context.texts.mergeAndDelete.numberWrong]))
        const doing = doingOf(context, found, { values, errors })
        const work = async () => {
          if (wrong.length > 0) return show(context, doing, { values, errors }, { http: 422 })
          const to = Object.fromEntries(numbers.map((name) => [name, Number(values[name])]))
          const { kind, id } = found
          const outcome = await context.ask(move, { body: { kind, id, ...to, ...reasonsIn(values) } })
          if (outcome?.waits) return redirect(found.address, 'edit.waits')
          const series = `/tv/${idIn((context as PageContext).params.series)}/season/${to.season_number}`
          const address = kind === 'season' ? series : `${series}/episode/${to.episode_number}`
          return redirect(address, 'mergeAndDelete.moved')
        }
        return carryOut(context, doing, work, meant.message)
      },
    }),
  ])
