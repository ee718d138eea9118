import { addressOfLicence } from '#src/catalogue/licences.ts'
import { allSources, householdSource, isPeopleSource, type Source } from '#src/catalogue/sources.ts'
import { attributionsOf } from '#src/commons/following/origins.ts'
import { dumpPath, manifestName } from '#src/commons/format/names.ts'
import { fingerprintOf } from '#src/commons/format/signatures.ts'
import { publicationOf } from '#src/commons/publishing/publication.ts'
import { shownAddress } from '#src/contract/web-address.ts'
import { copyable, copyScript } from '../components/copyable.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, page } from '../page.ts'

const aboutAddress = '/about'

/** What the catalogue consists of: its sources with their licences, and the command with which others follow it. */
export const aboutCatalogue = page(`GET ${aboutAddress}`, {
  access: 'anyone',
  async handle(context) {
    const { texts, db } = context
    const words = texts.commons
    const [sources, attributions] = [await allSources(db), await attributionsOf(db)]
    return {
      title: words.title,
      description: words.description,
      scripts: [copyScript],
      shared: { address: aboutAddress, type: 'website' },
      main: html`
<div class="document">
<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
<h2>${words.follow}</h2>
${await following(context)}
<h2>${words.sources}</h2>
<table class="sources">
<thead><tr><th scope="col">${words.source}</th><th scope="col">${words.licence}</th>
<th scope="col">${words.passedOn}</th></tr></thead>
<tbody>${sources.map((source) => row(context, source, attributions.get(source.id) ?? ''))}</tbody>
</table>
<p class="hint">${words.attribution}</p>
</div>`,
    }
  },
})

function row({ texts: { commons } }: PageContext, source: Source, attribution: string) {
  const { id, name, licence, url, redistributable, private_only } = source
  const address = shownAddress(url)
  const terms = addressOfLicence(licence)
  const title = isPeopleSource(id) ? commons.peopleHere : id === householdSource.id ? commons.household : name
  return html`
<tr><td>${address === '' ? title : html`<a href="${address}" rel="nofollow">${title}</a>`}${
    attribution !== '' && html`<br><span class="hint">${attribution}</span>`
  }</td>
<td>${terms ? html`<a href="${terms}" rel="license">${licence}</a>` : licence}</td>
<td>${redistributable && !private_only ? commons.yes : commons.no}</td></tr>`
}

async function following(context: PageContext): Promise<Html> {
  const { texts, db, config, format, site } = context
  const words = texts.commons
  const isPublished = config.publish && !config.private
  const found = isPublished ? await publicationOf(db) : undefined
  if (!found?.published_at) return html`<p>${isPublished ? words.notYet : words.notPublished}</p>`
  const fingerprint = fingerprintOf(found.instance)
  return html`
<p>${words.followLead}</p>
${copyable(context, `npx reelcommons follow ${site} --fingerprint ${found.instance}`)}
<dl class="facts"><div><dt>${words.fingerprint}</dt><dd><code>${fingerprint}</code></dd></div></dl>
<p class="hint">${words.fingerprintHint}</p>
<p>${words.published(format.time(found.published_at))} <a href="${dumpPath}${manifestName}">${words.raw}</a></p>`
}
