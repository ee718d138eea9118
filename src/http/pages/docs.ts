import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { type DialectName, dialectNames } from '#src/contract/dialects.ts'
import { forGood, prepare, type Served, sendServed } from './static-content.ts'

/** What the page has to know about a contract; the browser reads the rest from its document. */
type Contract = { name: string; label: string; document: string; info: { title: string; version: string } }

type Reference = { page: Served; files: ReadonlyMap<string, Served> }

const libraryFolder = '@fastify/swagger-ui/static'

/** Images as data: the library's style sheet contains its icons that way. Nothing is ever fetched elsewhere. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The key that a person types stays in the memory of the page: it gets neither into the history nor into the browser's
 * storage or cache. The link to a licence and the choice of a server are left out.
 */
const pageScript = Buffer.from(`'use strict'
const darkness = matchMedia('(prefers-color-scheme: dark)')
const followDarkness = () => document.documentElement.classList.toggle('dark-mode', darkness.matches)
followDarkness()
darkness.addEventListener('change', followDarkness)

// The library's dialog starts at its last field, lets the focus out and does not give it back.
const dialogOf = (Popup, { React }) => (props) => {
  const dialog = React.useRef()
  const [opener] = React.useState(() => document.activeElement)
  React.useEffect(() => {
    for (const field of dialog.current.querySelectorAll('input')) {
      field.autocomplete = 'off'
      field.spellcheck = false
      field.setAttribute('aria-label', field.closest('.auth-container').querySelector('code').textContent.trim())
    }
    dialog.current.querySelector('.close-modal').setAttribute('aria-label', 'Close')
    dialog.current.querySelector('.auth-container input, .auth-container button')?.focus()
    dialog.current.querySelector('.modal-ux-content').scrollTop = 0
    return () => opener.focus()
  }, [])
  const onKeyDown = (event) => {
    const stops = [...dialog.current.querySelectorAll('input, button')]
    const [first, last] = event.shiftKey ? [stops.at(-1), stops[0]] : [stops[0], stops.at(-1)]
    if (event.key !== 'Tab' || event.target !== last) return
    event.preventDefault()
    first.focus()
  }
  const attributes = { ref: dialog, role: 'dialog', 'aria-modal': true, 'aria-label': 'Key and session', onKeyDown }
  return React.createElement('div', attributes, React.createElement(Popup, props))
}

const asked = new URLSearchParams(location.search)
// Of each choice the one that the address names, else the first; links to the others keep what else was chosen.
const choose = (name) => {
  const links = [...document.querySelectorAll('[data-' + name + ']')]
  const isAsked = (link) => link.dataset[name] === asked.get(name)
  const chosen = links.find(isAsked) ?? links.find((link) => link.dataset.standard)
  chosen.setAttribute('aria-current', 'page')
  return chosen.dataset
}
const { dialect } = choose('dialect')
const { contract, address } = choose('contract')
for (const link of document.querySelectorAll('.choices a'))
  link.href = '?' + new URLSearchParams({
    contract: link.dataset.contract ?? contract, dialect: link.dataset.dialect ?? dialect,
  })

const nothing = () => null
SwaggerUIBundle({
  url: address + '?dialect=' + dialect,
  domNode: document.getElementById('reference'),
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  // Of a long list, the library renders only what is in view, so that a browser's search finds nothing else.
  docExpansion: 'none',
  displayRequestDuration: true,
  persistAuthorization: false,
  queryConfigEnabled: false,
  tryItOutEnabled: true,
  validatorUrl: null,
  plugins: [{
    components: { OAS31License: nothing, ServersContainer: nothing },
    wrapComponents: { authorizationPopup: dialogOf },
  }],
  requestInterceptor(request) {
    if (!request.loadSpec) Object.assign(request, { cache: 'no-store', credentials: 'omit' })
    return request
  },
})
`)

const pageStyle = Buffer.from(`body { margin: 0 }
.choices { box-sizing: border-box; max-width: 1460px; margin: 0 auto; padding: 16px 20px 0; font: 14px sans-serif }
.choices a { margin-left: 8px }
.choices a[aria-current] { font-weight: bold; text-decoration: none; color: inherit }
html.dark-mode .choices { color: #e4e6e6 }
html.dark-mode .choices a:not([aria-current]) { color: #90caf9 }
.swagger-ui .info { margin: 24px 0 }
.swagger-ui .scheme-container { padding: 12px 0 }
.swagger-ui .response-col_links { display: none }
.swagger-ui .dialog-ux .modal-ux-content { max-height: 75vh }
/* In the light the library's colours have too little contrast to be read. */
html:not(.dark-mode) .swagger-ui .btn.authorize { border-color: #1b7a4f; color: #1b7a4f }
html:not(.dark-mode) .swagger-ui .btn.authorize svg { color: #1b7a4f }
html:not(.dark-mode) .swagger-ui .btn.execute { background-color: #1769b5; border-color: #1769b5 }
html:not(.dark-mode) .swagger-ui .opblock-get .opblock-summary-method { background: #1769b5 }
html:not(.dark-mode) .swagger-ui .opblock-post .opblock-summary-method { background: #1b7a4f }
html:not(.dark-mode) .swagger-ui .opblock-delete .opblock-summary-method { background: #c62828 }
@media (max-width: 640px) {
  .swagger-ui .opblock .opblock-summary-method { min-width: 64px }
  .swagger-ui table.parameters thead { display: none }
  .swagger-ui table.parameters tr, .swagger-ui table.parameters tbody tr td {
    display: block; width: auto; max-width: none
  }
  .swagger-ui table.parameters tbody tr td { padding: 8px 0 0 }
  .swagger-ui .parameters-col_description input, .swagger-ui .parameters-col_description select {
    max-width: none; width: 100%
  }
}
`)

/**
 * Serves the reference of all contracts, in which requests can be tried. Nothing of it comes from another host.
 * The first one is shown at first, in the dialect `standard`.
 */
export function registerDocs(app: FastifyInstance, contracts: readonly Contract[], standard: DialectName) {
  // The library has 2 MB, so it is read and compressed on first use, not on every start.
  let loading: Promise<Reference> | undefined
  const reference = () => {
    loading ??= load(contracts, standard).catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }
  const config = { operation: 'docs', isOpen: true }

  app.get('/docs', { config }, async (request, reply) => {
    const { page } = await reference()
    reply.header('content-security-policy', contentSecurityPolicy)
    return sendServed(request, reply, page, 'no-cache')
  })

  app.get<{ Params: { name: string } }>('/docs/:name', { config }, async (request, reply) => {
    const file = (await reference()).files.get(request.params.name)
    return file ? sendServed(request, reply, file, forGood) : reply.callNotFound()
  })
}

async function load(contracts: readonly Contract[], standard: DialectName): Promise<Reference> {
  const files = new Map<string, Served>()
  /** The name contains a digest of the content, so that a browser may keep the file for ever. */
  const place = async (stem: string, ending: 'css' | 'js', text: Buffer) => {
    const name = `${stem}-${digestOf(text).slice(0, 16)}.${ending}`
    files.set(name, await prepare(`text/${ending === 'css' ? 'css' : 'javascript'}; charset=utf-8`, text))
    return `/docs/${name}`
  }
  const [styles, scripts] = await Promise.all([
    Promise.all([place('swagger-ui', 'css', await packaged('swagger-ui.css')), place('docs', 'css', pageStyle)]),
    Promise.all([
      place('swagger-ui-bundle', 'js', await packaged('swagger-ui-bundle.js')),
      place('docs', 'js', pageScript),
    ]),
  ])
  return { page: await prepare('text/html; charset=utf-8', pageOf(contracts, standard, styles, scripts)), files }
}

const packaged = (name: string) => readFile(new URL(import.meta.resolve(`${libraryFolder}/${name}`)))

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const labels: Readonly<Record<DialectName, string>> = {
  neutral: 'as the specification says',
  common: 'as existing apps expect',
}
const linkTo = (name: DialectName, isStandard: boolean) =>
  `<a href="?dialect=${name}" data-dialect="${name}"${isStandard ? ' data-standard="true"' : ''}>${labels[name]}</a>`
const linkToContract = ({ name, label, document }: Contract, index: number) => {
  const standard = index === 0 ? ' data-standard="true"' : ''
  return `<a href="?contract=${name}" data-contract="${name}" data-address="${document}"${standard}>${label}</a>`
}

function pageOf(contracts: readonly Contract[], standard: DialectName, styles: string[], scripts: string[]): Buffer {
  const { title, version } = (contracts[0] as Contract).info
  return Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(`${title} ${version}: API reference`)}</title>
<link rel="icon" href="data:,">
${styles.map((path) => `<link rel="stylesheet" href="${path}">`).join('\n')}
${scripts.map((path) => `<script src="${path}" defer></script>`).join('\n')}
</head>
<body>
<nav class="choices" aria-label="Contract">
Contract:
${contracts.map(linkToContract).join('\n')}
</nav>
<nav class="choices" aria-label="Field names">
Field names:
${dialectNames.map((name) => linkTo(name, name === standard)).join('\n')}
</nav>
<main id="reference">
<noscript>
This page needs JavaScript. The contracts that it shows are at
${contracts.map(({ document }) => `<a href="${document}">${document}</a>`).join(' and ')}.
</noscript>
</main>
</body>
</html>
`)
}
