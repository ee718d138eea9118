import { personalFile } from '#src/accounts/own-data/personal-file.ts'
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
