import { isRefused, type KeptEntry } from '#src/kept/kept-entry.ts'
import { decideTitle } from '#src/kept-import/by-title.ts'
import { entryOf, isKept, type ShownEntry } from '#src/kept-import/entries.ts'
import { decide, episodeOf } from '#src/kept-import/steps.ts'
import type { MatchedKind } from '#src/matching/wanted-title.ts'
import { buttonForm } from '../components/form.ts'
import { html } from '../html.ts'
import { type PageContext, type PageView, page, redirect } from '../page.ts'
import { rowId } from '../row-id.ts'
import { settingsPage } from '../settings/frame.ts'
import type { Viewer } from '../viewer.ts'
import { deedIn, filterIn, nameIn } from './entries.ts'
import { importIn } from './import.ts'
import { addLink } from './not-found.ts'
import { titleChoice } from './title-choice.ts'

type Context = PageContext<'id' | 'number', 'query' | 'show', string, Viewer>

/** Chooses the title that an entry of a file is. */
export const askTitle = page('GET /settings/import/{id}/entry/{number}', {
  access: 'account',
  query: ['query', 'show'],
  async handle(context) {
    const found = await importIn(context)
    const number = rowId(context.params.number)
    if (found?.stage !== 'ready' || number === undefined) return undefined
    const entry = await entryOf(context.db, found.id, number)
    return entry && !isRefused(entry.entry) ? view(context, entry, entry.entry) : undefined
  },
})

export const chooseTitle = page('POST /settings/import/{id}/entry/{number}', {
  access: 'account',
  form: ['act', 'kind', 'record', 'show'],
  async handle(context) {
    const { db, write, form: values, params } = context
    const found = await importIn(context)
    const number = rowId(params.number)
    const entry = found && number !== undefined ? await entryOf(db, found.id, number) : undefined
    if (!found || !entry || isRefused(entry.entry)) return undefined
    const back = `/settings/import/${found.id}?show=${filterIn(values.show, [])}#entries`
    const of = { id: found.id, number: entry.number }
    if (values.show === 'unmatched') {
      const decided = titleIn(values)
      if (decided === undefined) return undefined
      const settled = await write(decideTitle, { ...of, decided })
      return redirect(back, settled > 0 ? 'keptImport.decided' : 'keptImport.notSo')
    }
    const decided = await decidedIn(context, entry, entry.entry)
    if (decided === undefined) return redirect(back, 'keptImport.noEpisode')
    const isDone = await write(decide, { ...of, decided })
    return redirect(back, isDone ? 'keptImport.decided' : 'keptImport.notNow')
  },
})

/** What a form says that the title of some entries is: the movie, or the series also of an episode. */
function titleIn({ act, kind, record }: Record<'act' | 'kind' | 'record', string>) {
  if (act === 'skip') return 'none'
  const id = rowId(record)
  return id !== undefined && (kind === 'movie' || kind === 'series') ? ({ kind, id } as const) : undefined
}

/** What a form says that an entry is. */
async function decidedIn(
  { db, form }: Pick<PageContext<never, never, 'act' | 'kind' | 'record'>, 'db' | 'form'>,
  { kind, entity_id }: ShownEntry,
  said: KeptEntry,
) {
  if (form.act === 'skip') return 'none'
  if (form.act === 'accept') return kind !== null && entity_id !== null ? { kind, id: entity_id } : undefined
  const id = rowId(form.record)
  if (id === undefined) return undefined
  if (form.kind === 'movie') return { kind: 'movie' as const, id }
  if (form.kind === 'episode') return { kind: 'episode' as const, id }
  if (form.kind !== 'series') return undefined
  // Of an episode, its series is chosen; the file has the numbers.
  if (said.kind !== 'episode') return { kind: 'series' as const, id }
  const episode = await episodeOf(db, id, said)
  return episode === undefined ? undefined : { kind: 'episode' as const, id: episode }
}

async function view(context: Context, entry: ShownEntry, said: KeptEntry): Promise<PageView> {
  const { texts, params, query } = context
  const words = texts.keptImport
  const address = `/settings/import/${params.id}/entry/${entry.number}`
  const show = filterIn(query.show, [])
  // The series of an episode is chosen instead of it.
  const takes = (kind: MatchedKind) => isKept(entry.what, said.kind === 'episode' ? 'episode' : kind)
  const choice = await titleChoice(context, { said, guess: entry, address, fields: { show }, takes })
  const content = html`
<p><strong>${nameIn(context, said)}</strong><br><span class="note">${deedIn(context, said)}</span></p>
${said.kind === 'episode' && html`<p class="hint">${words.episodeHint}</p>`}
${choice}
<div class="actions">${addLink(context, said)}
${buttonForm(context, address, words.skip, { fields: { act: 'skip', show } })}
<a class="button" href="/settings/import/${params.id}?show=${show}#entries">${words.back}</a></div>`
  return settingsPage(context, 'import', content, words.chooseTitle)
}
