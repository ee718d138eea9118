import { html } from './html.ts'
import { page } from './page.ts'

export const home = page('GET /', {
  access: 'anyone',
  async handle({ texts, viewer }) {
    const { common } = texts
    const { title, lead, forDevelopers, forDevelopersText, toReference } = common.home
    return {
      title,
      description: lead,
      main: html`
<section class="hero">
<h1>${title}</h1>
<p class="lead">${lead}</p>
${!viewer && html`<p class="actions"><a class="button primary" href="/signup">${common.signUp}</a></p>`}
</section>
<section>
<h2>${forDevelopers}</h2>
<p>${forDevelopersText}</p>
<p><a href="/docs">${toReference}</a></p>
</section>`,
    }
  },
})
