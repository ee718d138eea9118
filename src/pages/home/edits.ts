import { recentEdits } from '#src/catalogue/edits/history.ts'
import { sampleNote } from '#src/catalogue/edits/sample-note.ts'
import { allSources, peopleSourceOf } from '#src/catalogue/sources.ts'
import { labelOfChange } from '../history/change.ts'
import { authorOf, editAddress, sourceNames } from '../history/edits.ts'
import { knownIn } from '../history/records.ts'
import { type Html, html } from '../html.ts'
import type { PageContext } from '../page.ts'
import { section } from '../records/cards.ts'

/** Edits on the home page, and labels of the changes of each. */
const editsShown = 6
const labelsShown = 3

/** What people have edited last, a line each; nothing if nobody has. */
export async function latestEdits(context: PageContext): Promise<Html> {
  const { db, config, texts, format } = context
  const filter = { source_id: peopleSourceOf(config.licenceOfEdits) }
  const recent = await recentEdits(db.wide, filter, undefined, editsShown)
  // That the sample was removed is no news about a title.
  const edits = recent.edits.filter(({ note }) => note !== sampleNote)
  if (edits.length === 0) return html``
  const known = await knownIn(
    context,
    edits.flatMap(({ changes }) => changes),
  )
  const sources = sourceNames(await allSources(db))
  const rows = edits.flatMap((edit) => {
    const [first] = edit.changes
    if (!first) return []
    const { name, address } = known.records.get(`${first.kind} ${first.entity_id}`) ?? { name: '', address: undefined }
    const labels = [...new Set(edit.changes.map((change) => labelOfChange(context, change)))]
    const said = [...labels.slice(0, labelsShown), ...(labels.length > labelsShown ? ['…'] : [])].join(', ')
    return html`<li><div>${address ? html`<a href="${address}">${name}</a>` : name}
<span class="note">${said}</span></div>
<span class="note">${authorOf(edit, sources)} · <a href="${editAddress(edit.id)}" rel="nofollow"><time
 datetime="${edit.at}">${format.time(edit.at)}</time></a></span></li>`
  })
  const all = html`<p><a href="/edits" rel="nofollow">${texts.catalogue.all}<span
 class="unseen">: ${texts.home.edited}</span></a></p>`
  return section(texts.home.edited, html`<ul class="rows edited">${rows}</ul>${all}`, rows.length)
}
