import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesIn } from '#src/certificates/folder.ts'
import type { Config } from '#src/config.ts'
import { otherClient } from '#src/connect/clients.ts'
import { commandHere } from '#src/installation/for-this-server.ts'
import { sharedKeyId } from '#src/keys/keys-of-apps.ts'
import { marked } from '../components/marked.ts'
import { type Html, html } from '../html.ts'
import { Download, type PageContext, page } from '../page.ts'
import { appAddress, authorityAddress, testAddress } from './addresses.ts'

/** Names that stand for those of an app. */
const exampleHosts = ['api.player.example', 'image.player.example']

const foldersOf = ({ data }: Config) => filesIn(join(data, 'tls'))

/** For administrators: how apps with a fixed address are answered in one's own network. */
export async function networkSection(context: PageContext): Promise<Html> {
  const { db, config, texts } = context
  const { connect } = texts
  const files = foldersOf(config)
  const hosts = config.appHosts.split(',').filter(Boolean)
  const names = hosts.length > 0 ? hosts : exampleHosts
  const shared = hosts.length > 0 ? await sharedKeyId(db) : undefined
  const commands = [
    undefined,
    `npx reelcommons certificate ${names.join(' ')}`,
    undefined,
    `npx reelcommons serve --host 0.0.0.0 --port 443 --app-hosts ${names.join(',')} \\
  --tls-certificate ${files.certificate} --tls-key ${files.key}`,
  ]
  return html`
<h2 id="network">${connect.network}</h2>
<p>${connect.networkLead} <strong>${connect.onlyYours}</strong></p>
<p>${marked(hosts.length > 0 ? connect.hosts(hosts.join(', ')) : connect.noHosts)}
${shared !== undefined && html`<a href="${testAddress(shared)}">${connect.testShared}</a>`}</p>
<ol class="steps">${connect.steps.map((step, index) => {
    const command = commands[index]
    const code = command && html`<pre tabindex="0"><code>${commandHere(command, config)}</code></pre>`
    return html`<li>${marked(step)}${code}</li>`
  })}</ol>
<p>${marked(connect.ownKeys)}</p>
<pre tabindex="0"><code>${commandHere('npx reelcommons key create --name App --use app', config)}</code></pre>
<p class="actions"><a class="button" href="${appAddress(otherClient)}">${connect.ownValueHere}</a></p>
${
  existsSync(files.authority) &&
  html`<p class="actions"><a class="button" href="${authorityAddress}">${connect.authority}</a></p>`
}
${installing(context)}`
}

function installing({ texts: { connect } }: PageContext): Html {
  return html`
<details>
<summary>${connect.install}</summary>
<p>${connect.installTried}</p>
<dl class="platforms">${Object.values(connect.platforms).map(
    ({ name, steps }) => html`<div><dt>${name}</dt><dd>${marked(steps)}</dd></div>`,
  )}</dl>
<h3>${connect.willNotWork}</h3>
<ul>${connect.limits.map((limit) => html`<li>${limit}</li>`)}</ul>
</details>`
}

/** The certificate of the authority, which is no secret, for the device that opens this. */
export const authority = page(`GET ${authorityAddress}`, {
  access: 'account',
  async handle({ config }) {
    try {
      return new Download(
        'authority.crt',
        'application/x-x509-ca-cert',
        await readFile(foldersOf(config).authority, 'utf8'),
      )
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  },
})
