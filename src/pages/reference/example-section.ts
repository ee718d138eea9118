import { type DialectName, dialects } from '#src/contract/dialects.ts'
import { type Html, html } from '../html.ts'
import type { RenderContext } from '../page.ts'
import { type CodeLanguage, codeOf, languages, streamCodeOf } from './code.ts'
import { type Contract, type OperationPlace, operationIn } from './contract.ts'
import { exampleOf, type Sent, sentTo } from './example.ts'
import { codeBlock } from './frame.ts'
import { keptReply, keptSite } from './replies.ts'
import { exampleFor, type Request, YOUR_TOKEN } from './requests.ts'
import { type Before, stepsBefore } from './steps.ts'

type Context = Pick<RenderContext, 'texts' | 'site'>

/** What an example is written with: the contracts of a dialect, and where operations of it are. */
type Writing = {
  dialect: DialectName
  contracts: readonly Contract[]
  toOperation(place: OperationPlace): string
}

const isStream = ({ operation }: OperationPlace) =>
  Object.hasOwn(operation.responses['200']?.content ?? {}, 'text/event-stream')

/** The request to an operation in each language, what it needs before, and the reply that it gets. */
export function exampleSection(context: Context, place: OperationPlace, writing: Writing): Html {
  const { texts, site } = context
  const words = texts.reference
  const { shapes } = writing.contracts.find(({ name }) => name === place.contract) as Contract
  const sent = exampleOf(place, shapes, dialects[writing.dialect])
  const write = isStream(place) ? streamCodeOf : codeOf
  return html`<section class="part"><h2>${words.example}</h2>
${before(context, place, writing)}
<div class="code-example"><fieldset class="code-choice"><legend class="unseen">${words.codeLanguage}</legend>
${languages.map(
  (language) =>
    html`<label><input type="radio" name="code" value="${language}"${
      language === languages[0] && html` checked`
    }> ${words.codeIn[language]}</label>`,
)}</fieldset>
${languages.map((language) => panel(context, language, write(language, site, sent)))}</div>
${reply(context, place, writing)}</section>`
}

const panel = (context: Context, language: CodeLanguage, code: string): Html =>
  html`<div data-code="${language}">${codeBlock(context, context.texts.reference.requestIn[language], code)}</div>`

function before(context: Context, { operation }: OperationPlace, writing: Writing): Html {
  const words = context.texts.reference
  const { dialect, contracts } = writing
  const requestTo = (of: string, request: Request) => {
    const place = operationIn(contracts, of) as OperationPlace
    const { shapes } = contracts.find(({ name }) => name === place.contract) as Contract
    return { place, sent: sentTo(place, request, shapes, dialects[dialect]) }
  }
  const { operationId } = operation
  const steps = stepsBefore(operationId, (of, request) => JSON.stringify(requestTo(of, request).sent))
  const tokens = [...steps, { of: operationId, ...exampleFor(operationId) }].flatMap((request) => {
    const { place, sent } = requestTo(request.of, request)
    const scope = place.operation.security.flatMap(({ token }) => token ?? [])[0] ?? ''
    return sent.bearer === YOUR_TOKEN ? [words.makeToken(scope, request.moderator === true)] : []
  })
  const items = [
    ...[...new Set(tokens)].map(
      (token) => html`<li><a href="/settings/tokens">${token}</a>
<span class="note">${words.isWord(YOUR_TOKEN)}</span></li>`,
    ),
    ...steps.map((step) => stepItem(context, step, requestTo(step.of, step), writing)),
  ]
  return items.length === 0 ? html`` : html`<p>${words.firstThese}</p><ol class="steps-before">${items}</ol>`
}

type Asked = { place: OperationPlace; sent: Sent }

function stepItem({ texts }: Context, step: Before, { place, sent }: Asked, writing: Writing): Html {
  const { method, address, body } = sent
  return html`<li><a href="${writing.toOperation(place)}"><span class="method">${method}</span>
<code>${address}</code></a>${body !== undefined && html` <code>${onOneLine(body)}</code>`}
${step.word && html`<span class="note">${texts.reference.fieldIsWord(step.field ?? '', step.word)}</span>`}</li>`
}

/** A body on one line; strings keep their own breaks, which JSON writes as words. */
const onOneLine = (body: string): string => body.replace(/\n\s*/g, ' ')

function reply(context: Context, place: OperationPlace, { dialect }: Writing): Html {
  const { texts, site } = context
  const words = texts.reference
  const kept = keptReply(place.operation.operationId, dialect)
  if (!kept) return html``
  const text = kept.lines.join('\n').replaceAll(keptSite, site)
  return html`<h3>${words.replyWith(String(kept.status))}</h3>
<p class="note">${words.ofSample}${text.includes('…') && ` ${words.isShortened}`}</p>
${codeBlock(context, words.reply, text)}`
}
