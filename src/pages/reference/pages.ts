import { type DialectName, dialectNames } from '#src/contract/dialects.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, type PageView, page } from '../page.ts'
import {
  type Contract,
  contractsIn,
  type Described,
  dialectOf,
  type OperationPlace,
  operationIn,
  type Schema,
  schemaOf,
} from './contract.ts'
import { exampleSection } from './example-section.ts'
import { codeBlock, docsFrame, type MenuPart } from './frame.ts'
import { about, fieldsOf, typeOf, type Writing, withCode } from './shape.ts'
import { tryForm } from './try-form.ts'

type Context = PageContext<string, 'dialect'>

/** The contracts in the dialect that is asked for, and how pages of it are linked. */
function openReference(context: Context) {
  const standard = context.config.dialect as DialectName
  const dialect = dialectOf(context.query.dialect, standard)
  if (dialect === undefined) return undefined
  const to = (path: string) => (dialect === standard ? path : `${path}?dialect=${dialect}`)
  const contracts = contractsIn(dialect)
  const toShape = (contract: Contract, name: string) => to(`/docs/shape/${contract.name}/${encodeURIComponent(name)}`)
  const writing = (contract: Contract): Writing => ({
    texts: context.texts,
    toShape: (name) => toShape(contract, name),
  })
  return { dialect, standard, to, contracts, toShape, writing }
}
type Reference = NonNullable<ReturnType<typeof openReference>>

const groupAddress = (contract: Contract, group: string) => `/docs/${contract.name}/${group}`
const operationAddress = ({ operationId }: Described) => `/docs/operation/${encodeURIComponent(operationId)}`

const menuOf = ({ texts }: Context, { contracts, to }: Reference): MenuPart[] => {
  const { reference } = texts
  return [
    {
      title: reference.title,
      links: [
        [to('/docs'), reference.overview],
        ['/docs/guide', reference.guide],
      ],
    },
    ...contracts.map((contract) => ({
      title: reference.contracts[contract.name],
      links: [...contract.groups.keys()].map((group) => [to(groupAddress(contract, group)), group] as const),
    })),
  ]
}

type Shown = { title: string; description: string; address: string; content: Html }

/** A page of the reference. In another dialect than the usual one it is the same page for search engines. */
const view = (context: Context, reference: Reference, { title, description, address, content }: Shown): PageView => ({
  title,
  description,
  shared: { address },
  scripts: ['docs.js'],
  main: docsFrame(context, menuOf(context, reference), content),
})

const operationRow = ({ method, path, operation }: OperationPlace, { to }: Reference): Html =>
  html`<li><a href="${to(operationAddress(operation))}"><span class="method">${method}</span>
<code>${path}</code></a> <span class="said" lang="en">${operation.summary}</span></li>`

/** The choice of field names, on every page of the reference. */
const dialectChoice = ({ texts, address }: Context, { dialect, standard }: Reference): Html => {
  const { reference } = texts
  const path = address.split('?', 1)[0]
  return html`<p class="note">${reference.fieldNames} ${dialectNames.map((name, index) => {
    const to = name === standard ? path : `${path}?dialect=${name}`
    const isChosen = name === dialect && html` aria-current="true"`
    return html`${index > 0 && ' · '}<a href="${to}"${isChosen}>${reference.dialects[name]}</a>`
  })}</p>`
}

const overview = page('GET /docs', {
  access: 'anyone',
  query: ['dialect'],
  async handle(context) {
    const reference = openReference(context)
    if (!reference) return undefined
    const { texts, site } = context
    const words = texts.reference
    const example = `curl '${site}/3/movie/1' --header 'Authorization: Bearer YOUR_KEY'`
    const { dialect } = reference
    const content = html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
${dialectChoice(context, reference)}
<h2>${words.keyTitle}</h2><p>${words.keyText}</p>
${codeBlock(context, words.example, example)}
<p class="actions"><a class="button" href="/settings/api">${texts.home.toKeys}</a>
<a class="button" href="/docs/guide">${words.guide}</a></p>
<h2>${words.errors}</h2><p>${words.errorsText}</p>
${reference.contracts.map(
  (contract) => html`<h2>${words.contracts[contract.name]}</h2>
<p lang="en">${contract.info.description}</p>
<p><a href="${contract.document}?dialect=${dialect}">${words.document}</a></p>
<ul class="groups">${[...contract.groups].map(
    ([group, operations]) => html`<li><a href="${reference.to(groupAddress(contract, group))}">${group}</a>
<span class="note">${words.operations(operations.length)}</span></li>`,
  )}</ul>`,
)}`
    return view(context, reference, { title: words.title, description: words.lead, address: '/docs', content })
  },
})

const group = page('GET /docs/{contract}/{group}', {
  access: 'anyone',
  query: ['dialect'],
  async handle(context) {
    const reference = openReference(context)
    const contract = reference?.contracts.find(({ name }) => name === context.params.contract)
    const operations = contract?.groups.get(context.params.group)
    if (!reference || !contract || !operations) return undefined
    const { texts, params } = context
    const words = texts.reference
    return view(context, reference, {
      title: `${params.group} · ${words.title}`,
      description: words.ofGroup(params.group, operations.length),
      address: groupAddress(contract, params.group),
      content: html`<h1>${params.group}</h1>
<p class="note">${words.contracts[contract.name]}</p>
${dialectChoice(context, reference)}
<ul class="operations">${operations.map((place) => operationRow(place, reference))}</ul>`,
    })
  },
})

const operation = page('GET /docs/operation/{operation}', {
  access: 'anyone',
  query: ['dialect'],
  async handle(context) {
    const reference = openReference(context)
    const place = reference && operationIn(reference.contracts, context.params.operation)
    const contract = reference?.contracts.find(({ name }) => name === place?.contract)
    if (!reference || !place || !contract) return undefined
    const { method, path } = place
    const { summary, tags, operationId } = place.operation
    const [tag = ''] = tags
    return view(context, reference, {
      title: `${summary} · ${context.texts.reference.title}`,
      description: `${summary}: ${method} ${path}`,
      address: operationAddress(place.operation),
      content: html`
<nav class="trail" aria-label="${context.texts.catalogue.trail}"><a href="${reference.to('/docs')}">${
        context.texts.reference.title
      }</a> › <a href="${reference.to(groupAddress(contract, tag))}">${tag}</a></nav>
<h1 lang="en">${summary}</h1>
<p class="operation-path"><span class="method">${method}</span> <code>${path}</code></p>
<p class="note"><code>${operationId}</code></p>
${dialectChoice(context, reference)}
${access(context, place.operation)}
${parameters(context, place.operation, reference.writing(contract))}
${shape(context, context.texts.reference.body, place.operation.requestBody, reference.writing(contract))}
${exampleSection(context, place, writingOfExamples(reference))}
${tryForm(context, place, contract.shapes, reference.dialect)}
${replies(context, place.operation, reference.writing(contract))}`,
    })
  },
})

/** Whether a session is needed besides the key. */
function access({ texts }: Context, { security }: Described): Html {
  const names = new Set(security.flatMap((scheme) => Object.keys(scheme)))
  const scopes = security.flatMap((scheme) => scheme.token ?? [])
  const { reference } = texts
  const needed = names.has('guest') ? reference.needsAnySession : names.has('session') ? reference.needsSession : ''
  const scope = scopes.length > 0 && ` ${reference.scope(scopes.join(', '))}`
  return html`<p>${needed || reference.needsKey}${scope}</p>`
}

function parameters({ texts }: Context, { parameters: all }: Described, writing: Writing): Html {
  if (all.length === 0) return html``
  const { reference } = texts
  return html`<section class="part"><h2>${reference.parameters}</h2><ul class="shape">${all.map(
    ({ name, in: where, required, description, schema }) =>
      html`<li><code>${name}</code> ${about(
        schema,
        writing,
        description ?? schema.description,
      )} <span class="note">${reference.where[where]}${required && ` · ${reference.required}`}</span></li>`,
  )}</ul></section>`
}

function shape(
  _context: Context,
  title: string,
  content: Parameters<typeof schemaOf>[0] | undefined,
  writing: Writing,
): Html {
  const schema = content && schemaOf(content)
  return schema ? html`<section class="part"><h2>${title}</h2>${shapeOf(schema, writing)}</section>` : html``
}

const shapeOf = (schema: Schema, writing: Writing): Html =>
  html`<p><code class="type">${typeOf(schema, writing)}</code></p>${fieldsOf(schema, writing)}`

const writingOfExamples = ({ dialect, contracts, to }: Reference) => ({
  dialect,
  contracts,
  toOperation: ({ operation }: OperationPlace) => to(operationAddress(operation)),
})

function replies({ texts }: Context, { responses }: Described, writing: Writing): Html {
  const words = texts.reference
  const all = Object.entries(responses)
  const good = all.filter(([http]) => Number(http) < 400)
  const errors = all.filter(([http]) => Number(http) >= 400)
  return html`
${good.map(([http, response]) => {
  const schema = schemaOf(response)
  return html`<section class="part"><h2>${words.replyWith(http)}</h2>
${response.description !== 'Success' && html`<p lang="en">${response.description}</p>`}
${schema && shapeOf(schema, writing)}</section>`
})}
<section class="part"><h2>${words.errors}</h2><ul class="errors">${errors.map(
    ([http, { description }]) =>
      html`<li><code>${http}</code> <ul lang="en">${description
        .split(' / ')
        .map((line) => html`<li>${line}</li>`)}</ul></li>`,
  )}</ul></section>`
}

const namedShape = page('GET /docs/shape/{contract}/{shape}', {
  access: 'anyone',
  query: ['dialect'],
  async handle(context) {
    const reference = openReference(context)
    const contract = reference?.contracts.find(({ name }) => name === context.params.contract)
    const name = context.params.shape
    const schema = contract?.shapes.get(name)
    if (!reference || !contract || !schema) return undefined
    const words = context.texts.reference
    return view(context, reference, {
      title: `${name} · ${words.title}`,
      description: words.ofShape(name),
      address: `/docs/shape/${contract.name}/${encodeURIComponent(name)}`,
      content: html`<h1><code>${name}</code></h1>
<p class="note">${words.contracts[contract.name]}</p>
${dialectChoice(context, reference)}
${schema.description && html`<p lang="en">${withCode(schema.description)}</p>`}
${shapeOf(schema, reference.writing(contract))}`,
    })
  },
})

/** The reference of the interface, made from its contracts. */
export const referencePages = [overview, group, operation, namedShape]
