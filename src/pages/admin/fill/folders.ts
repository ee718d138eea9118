import { forgetFolder, mediaFolders } from '#src/import/filling/media-folders.ts'
import { buttonForm } from '../../components/form.ts'
import { type Html, html, nothing } from '../../html.ts'
import { type PageContext, page, redirect } from '../../page.ts'
import { address as overview } from './addresses.ts'

const address = `${overview}/forget`

/** The folders that say what lies in the house, each with the way to forget it. */
export async function folderList(context: PageContext): Promise<Html> {
  const { db, texts, format } = context
  const words = texts.owned
  const all = await mediaFolders(db)
  if (all.length === 0) return nothing
  return html`<h2 id="house">${words.title}</h2><p>${words.foldersLead}</p><ul class="imports">${all.map(
    ({ path, imported_at, movies, episodes }) => html`
<li><span class="listed-name path"><bdi>${path}</bdi></span>
<span class="note">${words.inFolder(format.number(movies), format.number(episodes))} · ${words.importedOn(
      format.date(imported_at.slice(0, 10)),
    )}</span>
${buttonForm(context, address, html`${words.forget}<span class="unseen"> ${path}</span>`, {
  fields: { path },
  className: 'button small',
})}</li>`,
  )}</ul>`
}

const forget = page(`POST ${address}`, {
  access: 'administrator',
  form: ['path'],
  async handle({ write, form }) {
    return (await write(forgetFolder, form.path)) ? redirect(overview, 'owned.forgotten') : undefined
  },
})

export const folderPages = [forget]
