import { personalFile } from '#src/accounts/own-data/personal-file.ts'
import { type OwnTable, ownTable, ownTables } from '#src/accounts/own-data/tables.ts'
import { html } from '../html.ts'
import { Download, page } from '../page.ts'
import { settingsPage } from './frame.ts'

export const data = page('GET /settings/data', {
  access: 'account',
  async handle(context) {
    const words = context.texts.settings.data
    return settingsPage(
      context,
      'data',
      html`
<p>${words.lead}</p>
<ul>${words.contents.map((each) => html`<li>${each}</li>`)}</ul>
<p class="hint">${words.secrets}</p>
<p class="actions"><a class="button primary" href="/settings/data/download" download>${words.download}</a></p>
<h2>${words.tables}</h2>
<p>${words.tablesLead}</p>
<p class="actions">${ownTables.map(
        (table) =>
          html`<a class="button" href="/settings/data/table/${table}" download>${words.tableNames[table]}</a> `,
      )}</p>
<p class="hint">${words.tablesHint}</p>
<p>${words.importHint} <a href="/settings/import">${words.importLink}</a></p>`,
    )
  },
})

export const downloadData = page('GET /settings/data/download', {
  access: 'account',
  async handle({ db, viewer }) {
    return new Download(
      `reelcommons-${viewer.username}.json`,
      'application/json; charset=utf-8',
      await personalFile(db, viewer.id),
    )
  },
})

/** What somebody keeps, as a table that other sites read. Its name says what it is where it is read again. */
export const downloadTable = page('GET /settings/data/table/{table}', {
  access: 'account',
  async handle({ db, viewer, params }) {
    if (!ownTables.includes(params.table as OwnTable)) return undefined
    const table = params.table as OwnTable
    return new Download(`reelcommons-${table}.csv`, 'text/csv; charset=utf-8', ownTable(db, viewer.id, table))
  },
})
