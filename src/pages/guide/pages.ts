import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { packageRoot } from '#src/package-root.ts'
import { wordTable } from '#src/reference/word-table.ts'
import { type Html, html } from '../html.ts'
import { type Answer, type PageContext, PublicPicture, page } from '../page.ts'
import { docsFrame, type MenuPart } from '../reference/frame.ts'
import { documentAt, type GuideDocument, guide, guideAddress, pictureFile, textIn } from './documents.ts'
import { renderDocument } from './render.ts'

const menuOf = ({ texts, language }: PageContext): MenuPart[] => [
  { title: texts.reference.title, links: [['/docs', texts.reference.overview]] },
  ...[...guide().parts].map(([part, documents]) => ({
    title: texts.reference.parts[part],
    links: documents.map((document) => [document.address, textIn(document, language).title] as const),
  })),
]

/** The documents before and after this one; decisions have their own order. */
function steps({ texts, language }: PageContext, document: GuideDocument): Html {
  const { byFile, parts } = guide()
  const inMenu = [...parts.values()].flat()
  const order = inMenu.includes(document) ? inMenu : [...byFile.values()].filter((each) => !inMenu.includes(each))
  const at = order.indexOf(document)
  const [before, after] = [order[at - 1], order[at + 1]]
  const { reference } = texts
  const link = (to: GuideDocument, rel: 'prev' | 'next', label: string) =>
    html`<a href="${to.address}" rel="${rel}">${label}: ${textIn(to, language).title}</a>`
  return html`<nav class="docs-steps" aria-label="${reference.steps}">
<span>${before && link(before, 'prev', reference.before)}</span>
<span>${after && link(after, 'next', reference.after)}</span></nav>`
}

async function show(context: PageContext, address: string): Promise<Answer> {
  const document = documentAt(address)
  if (!document) return undefined
  const { texts, language } = context
  const { reference } = texts
  const { file, title } = textIn(document, language)
  const written = file === document.file ? 'en' : language
  return {
    title: `${title} · ${reference.guide}`,
    description: address === guideAddress ? reference.guideText : `${title}: ${reference.guideText}`,
    shared: { address, type: 'article' },
    scripts: ['docs.js'],
    main: docsFrame(
      context,
      menuOf(context),
      html`${reference.inEnglish && written !== language && html`<p class="hint">${reference.inEnglish}</p>`}
<div class="guide" lang="${written}">${renderDocument({ ...document, file }, context)}</div>
${steps(context, document)}`,
    ),
  }
}

const types: Readonly<Record<string, string>> = wordTable({
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
})

/** The documents of the project, as pages. */
export const guidePages = [
  page('GET /docs/guide', { access: 'anyone', handle: (context) => show(context, guideAddress) }),
  page('GET /docs/guide/{document}', {
    access: 'anyone',
    handle: (context) => show(context, `${guideAddress}/${context.params.document}`),
  }),
  page('GET /docs/guide/decisions/{decision}', {
    access: 'anyone',
    handle: (context) => show(context, `${guideAddress}/decisions/${context.params.decision}`),
  }),
  page('GET /docs/guide/pictures/{picture}', {
    access: 'anyone',
    async handle({ params }) {
      const file = pictureFile(params.picture)
      const type = file && types[extname(file)]
      return file && type ? new PublicPicture(type, await readFile(join(packageRoot, file)), false) : undefined
    },
  }),
]
